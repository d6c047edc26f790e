package io.giza.simulation.lock;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.LegalHold;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.VersionName;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.SlowUploads;
import io.giza.simulation.version.VersionScenario;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A null that is held as soon as it can be, while a put is late that would take its place: its body
 * comes late, or its fragments do after its record was chosen. The null with an acknowledged hold
 * stays to the end.
 */
final class HeldNull {
    private static final String KEY = "null";
    private static final Duration LATE_BODY = Duration.ofSeconds(30);
    private static final Duration[] LATE_FRAGMENTS = {Duration.ofSeconds(8), Duration.ofMinutes(2)};

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Reach calm;
    private final LockScenario.Shared shared;
    private final BiConsumer<String, Runnable> forks;
    private boolean isHeld;

    /**
     * @param forks starts a task of a group
     */
    HeldNull(
            Simulation simulation,
            SimulatedCluster cluster,
            Network calm,
            LockScenario.Shared shared,
            BiConsumer<String, Runnable> forks) {
        this.simulation = simulation;
        this.cluster = cluster;
        this.calm = Reach.over(calm, calm);
        this.shared = shared;
        this.forks = forks;
    }

    /** Puts and holds it, beside the late put. */
    void begin(RandomGenerator random) {
        boolean isBodyLate = random.nextBoolean();
        Duration delay = LATE_FRAGMENTS[random.nextInt(LATE_FRAGMENTS.length)];
        if (isBodyLate) {
            Gateway late = gateway("late", calm);
            fork(late, "late put", () -> put(late, lateBody()));
        }
        Gateway first = gateway("first", calm);
        forks.accept(
                "first",
                () -> {
                    PutResult put = put(first, body());
                    check(put instanceof PutResult.Stored, "not put in calm weather: " + put);
                    if (!isBodyLate) {
                        beginLateFragments(delay);
                    }
                    VersionScenario.version(first, cluster.account(), Versioning.ENABLED);
                    shared.configure(first, cluster.account(), Optional.empty());
                    TagResult held = hold(first);
                    shared.count("lock null", held);
                    isHeld = held instanceof TagResult.Tagged && isThere(first);
                });
        simulation.join("first");
    }

    /** Checks that it is there if its hold was acknowledged. */
    void judge() {
        if (isHeld) {
            Gateway reader = gateway("reader", calm);
            forks.accept(
                    "reader",
                    () -> check(isThere(reader), "a null is replaced though it was held"));
            simulation.join("reader");
        }
    }

    /** Begins a put whose fragments are late, and waits until its record is chosen. */
    private void beginLateFragments(Duration delay) {
        int before = shared.oracle().chosen(KEY);
        Gateway late =
                gateway(
                        "late",
                        new SlowUploads(
                                calm,
                                _ -> true,
                                () -> simulation.surroundings("late").time().sleep(delay)));
        fork(late, "late fragments", () -> put(late, new TextBody("late", 1000)));
        while (shared.oracle().chosen(KEY) == before) {
            simulation.surroundings("first").time().sleep(Duration.ofMillis(10));
        }
    }

    private void fork(Gateway gateway, String what, Supplier<PutResult> put) {
        forks.accept(gateway.name(), () -> shared.count(what, put.get()));
    }

    private boolean isThere(Gateway gateway) {
        GetRequest request = new GetRequest(target(gateway), new VersionName.Null(), true);
        return gateway.objects().get(request) instanceof GetResult.Found found
                && found.object().manifest().etag().equals(body().etag());
    }

    private PutResult put(Gateway gateway, ObjectBody body) {
        try {
            return gateway.objects()
                    .put(
                            new PutRequest(
                                    target(gateway), new WriteCondition.None(), Map.of(), Map.of()),
                            body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TagResult hold(Gateway gateway) {
        return gateway.objects()
                .lock(
                        new LockRequest(
                                target(gateway),
                                new VersionName.Null(),
                                new LockRequest.OfHold(LegalHold.ON),
                                false));
    }

    private Target target(Gateway gateway) {
        return new Target(
                cluster.account(),
                LockScenario.BUCKET,
                KEY,
                ClientOperation.once(gateway.surroundings().random()));
    }

    private static TextBody body() {
        return new TextBody("first", 20);
    }

    private ObjectBody lateBody() {
        return new InterruptedBody(
                new TextBody("late", 20),
                () -> simulation.surroundings("late").time().sleep(LATE_BODY));
    }

    /** The put waits for its fragments to the end. */
    private Gateway gateway(String name, Reach reach) {
        return cluster.gateway(
                name,
                cluster.names().getFirst(),
                reach,
                GatewaySettings.DEFAULT.with(VersionScenario.SETTINGS));
    }
}
