package io.giza.simulation.version;

import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.ObjectKey;
import io.giza.replica.Account;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.HeldAttempts;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;

import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Changes the versioning of a bucket. First attempts of some changes arrive after the answer of
 * their retry.
 */
final class BucketOwner {
    private static final int CHANGES = 4;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** How far the owner's clock may be off. */
    private static final int SKEW_SECONDS = 10;

    private final Account account;
    private final String bucket;
    private final VersioningOracle oracle;
    private final Map<String, Integer> ends;
    private final HeldAttempts<Gateway> attempts;

    BucketOwner(
            SimulatedCluster cluster,
            String bucket,
            VersioningOracle oracle,
            Map<String, Integer> ends) {
        this.account = cluster.account();
        this.bucket = bucket;
        this.oracle = oracle;
        this.ends = ends;
        this.attempts = new HeldAttempts<>(cluster.oracle());
    }

    void change(Gateway gateway) {
        for (int i = 0; i < CHANGES; i++) {
            pause(gateway);
            pause(gateway);
            Versioning to = i % 2 == 0 ? Versioning.ENABLED : Versioning.SUSPENDED;
            int index = oracle.noteRequest(to);
            VersioningResult result = ask(gateway, to);
            ends.merge("change " + result.getClass().getSimpleName(), 1, Integer::sum);
            switch (result) {
                case VersioningResult.Changed _ -> oracle.noteReported(index, to);
                case Unavailable _ -> {}
                case VersioningResult.Absent _,
                        VersioningResult.Foreign _,
                        VersioningResult.Conflict _ ->
                        throw new AssertionError("the bucket stands all the time");
            }
        }
    }

    private VersioningResult ask(Gateway gateway, Versioning to) {
        RandomGenerator chance = gateway.surroundings().random();
        Duration ahead = Duration.ofSeconds(chance.nextInt(-SKEW_SECONDS, SKEW_SECONDS));
        ClientOperation first = ClientRetry.first(gateway.surroundings(), ahead);
        boolean isRetry = chance.nextBoolean();
        VersioningResult result = set(gateway, to, isRetry ? ClientRetry.of(first) : first);
        if (isRetry && result instanceof VersioningResult.Changed) {
            attempts.hold(
                            ObjectKey.ofBucketRecord(bucket),
                            first.id(),
                            through -> set(through, to, first))
                    .answered();
        }
        return result;
    }

    private VersioningResult set(Gateway gateway, Versioning to, ClientOperation operation) {
        return gateway.buckets().setVersioning(account, bucket, to, operation);
    }

    /** Perhaps delivers a delayed attempt to a gateway. */
    void letArrive(Gateway gateway) {
        attempts.arrive(gateway, gateway.surroundings().random());
    }

    static void pause(Gateway gateway) {
        long most = PAUSE.toNanos();
        gateway.surroundings()
                .time()
                .sleep(Duration.ofNanos(gateway.surroundings().random().nextLong(most)));
    }
}
