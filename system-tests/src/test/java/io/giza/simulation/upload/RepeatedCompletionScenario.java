package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Time;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.fault.ChangedReplicas;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Gateways that complete an upload at unlucky times. One dies at some step of it; much is written
 * to the object after that, more than an acceptor looks back for a client's operation, and the
 * upload is completed again. One stands still before it appends the record, when another finds that
 * the record's condition does not hold, and aborts the upload; then it would hold. One learns late
 * that its completion was decided, when another has opened and completed the upload again. One
 * stands still, the bucket becomes versioned, and the upload is completed again.
 */
public final class RepeatedCompletionScenario {
    private static final String BUCKET = "bucket";
    private static final String KEY = "key";
    private static final int LATER = Acceptor.OPERATION_WINDOW + 4;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Account account;
    private final RandomGenerator random;
    private final Network network;
    private final UploadOracle oracle;
    private final ObjectKey object;
    private int texts;

    private RepeatedCompletionScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        account = cluster.account();
        random = simulation.surroundings("forgotten").random();
        network = new Network(simulation.surroundings("quiet"), FaultPlan.CALM);
        Gateway founder = gateway("first-founder");
        BucketId bucket =
                ((BucketService.CreateResult.Created) founder.create(account, BUCKET))
                        .bucket()
                        .id();
        oracle = new UploadOracle(cluster.oracle(), bucket);
        object = new ObjectKey(bucket, KEY);
    }

    /** Runs the scenario. */
    public static void run(Simulation simulation, Protocol protocol) {
        RepeatedCompletionScenario scenario = new RepeatedCompletionScenario(simulation, protocol);
        scenario.completeAfterManyWrites();
        scenario.completeAfterAbort();
        scenario.completeWithLateAnswer();
        scenario.completeAfterVersioning();
    }

    private Gateway gateway(String name) {
        return cluster.gateway(
                name,
                cluster.names().getFirst(),
                Reach.over(network, network),
                GatewaySettings.DEFAULT);
    }

    /** Returns one whose writes of the object take a while to leave it. */
    private Gateway slowGateway(String name, Duration pause) {
        Time time = simulation.surroundings(name).time();
        return gateway(
                name,
                (message, answer) -> {
                    if (message.key().equals(object)) {
                        time.sleep(pause);
                    }
                    return answer.get();
                });
    }

    /** Returns one that hears late what became of its changes of uploads. */
    private Gateway gatewayWithLateAnswers(Duration pause) {
        Time time = simulation.surroundings("unaware").time();
        return gateway(
                "unaware",
                (message, answer) -> {
                    MetadataReplica.Answer received = answer.get();
                    if (UploadRows.parse(message.key().name()).isPresent()) {
                        time.sleep(pause);
                    }
                    return received;
                });
    }

    private Gateway gateway(String name, InterceptedReplica.Interceptor interceptor) {
        return cluster.gateway(
                name,
                cluster.names().getLast(),
                new ChangedReplicas(
                        Reach.ALL, replica -> new InterceptedReplica(replica, interceptor)),
                GatewaySettings.DEFAULT);
    }

    private void completeAfterManyWrites() {
        Gateway other = gateway("other");
        TrackedUpload upload = upload(other);
        Gateway dying = gateway("dying");
        dying.surroundings()
                .tasks()
                .fork("client", () -> complete(dying, upload, new WriteCondition.None()));
        simulation.crashAtStep("dying", random.nextLong(1200));
        simulation.join("dying");
        for (int i = 0; i < LATER; i++) {
            put(other);
        }
        complete(other, upload, new WriteCondition.None());
        oracle.check(upload);
    }

    private void completeAfterAbort() {
        Gateway other = gateway("another");
        delete(other);
        TrackedUpload upload = upload(other);
        Gateway slow = slowGateway("slow", Duration.ofMillis(100 + random.nextLong(900)));
        slow.surroundings()
                .tasks()
                .fork("client", () -> complete(slow, upload, new WriteCondition.Absent()));
        other.surroundings().time().sleep(Duration.ofMillis(100 + random.nextLong(300)));
        put(other);
        upload.aborting();
        var result = other.uploads().abort(target(), upload.id());
        if (result instanceof UploadService.AbortResult.Aborted) {
            upload.aborted();
        }
        delete(other);
        simulation.join("slow");
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
        oracle.check(upload);
    }

    private void completeWithLateAnswer() {
        Gateway other = gateway("fourth");
        delete(other);
        TrackedUpload upload = upload(other);
        Gateway unaware = gatewayWithLateAnswers(Duration.ofSeconds(2 + random.nextLong(8)));
        unaware.surroundings()
                .tasks()
                .fork("client", () -> complete(unaware, upload, new WriteCondition.Absent()));
        other.surroundings().time().sleep(Duration.ofSeconds(1));
        put(other);
        complete(other, upload, new WriteCondition.None());
        simulation.join("unaware");
        check(
                !upload.isKnownToBeOver() || !putPart(other, upload),
                "a part of an upload that was over was acknowledged: " + upload);
        oracle.check(upload);
    }

    private void completeAfterVersioning() {
        Gateway other = gateway("third");
        TrackedUpload upload = upload(other);
        Gateway stuck = slowGateway("stuck", Duration.ofMinutes(10));
        stuck.surroundings()
                .tasks()
                .fork("client", () -> complete(stuck, upload, new WriteCondition.None()));
        other.surroundings().time().sleep(Duration.ofMillis(random.nextLong(1000)));
        var changed = other.version(account, BUCKET, Versioning.ENABLED);
        check(changed instanceof BucketService.VersioningResult.Changed, "not told: " + changed);
        int before = cluster.oracle().chosen(object).size();
        complete(other, upload, new WriteCondition.None());
        var after = cluster.oracle().chosen(object);
        after.subList(before, after.size()).stream()
                .map(VoteOracle.Chosen::value)
                .filter(value -> value.kind() == Value.Kind.PUT)
                .forEach(
                        value ->
                                check(
                                        Mode.of(value) == Mode.VERSIONED,
                                        "took the place of a version that is kept: " + value.id()));
        simulation.join("stuck");
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
        oracle.check(upload);
    }

    private Target target() {
        return new Target(account, BUCKET, KEY, OpId.random(random));
    }

    private TrackedUpload upload(Gateway gateway) {
        Upload plain =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.empty(),
                        account.name(),
                        Instant.EPOCH);
        var created = gateway.uploads().create(target(), plain);
        check(created instanceof UploadService.CreateResult.Created, "not created: " + created);
        UploadId id = ((UploadService.CreateResult.Created) created).upload();
        TrackedUpload upload = new TrackedUpload(KEY, id);
        check(putPart(gateway, upload), "no part of " + upload);
        return upload;
    }

    private boolean putPart(Gateway gateway, TrackedUpload upload) {
        TextBody body = new TextBody("part-" + texts++, 300);
        var attempt = upload.begin(1, body);
        try {
            PartTarget target = new PartTarget(target(), upload.id(), 1);
            boolean stored =
                    gateway.uploads().putPart(target, _ -> body) instanceof PutResult.Stored;
            if (stored) {
                attempt.acknowledged();
            }
            return stored;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void complete(Gateway gateway, TrackedUpload upload, WriteCondition condition) {
        TrackedUpload.Completion completion = upload.complete(upload.last(), condition);
        completion.ended(
                gateway.uploads()
                        .complete(
                                new CompleteRequest(
                                        target(),
                                        upload.id(),
                                        completion.claims(),
                                        condition,
                                        Expected.NOTHING)));
    }

    private void put(Gateway gateway) {
        TextBody body = new TextBody("text-" + texts++, 20);
        WriteCondition any = new WriteCondition.None();
        try {
            gateway.objects().put(new PutRequest(target(), any, Map.of(), Map.of()), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(Gateway gateway) {
        gateway.objects().delete(new DeleteRequest(target(), new WriteCondition.None()));
    }
}
