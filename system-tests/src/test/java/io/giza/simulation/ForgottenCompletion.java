package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.concurrent.Time;
import io.giza.gateway.bucket.BucketService;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.WriteCondition;
import io.giza.gateway.upload.UploadService;
import io.giza.gateway.upload.UploadService.CompleteRequest;
import io.giza.gateway.upload.UploadService.Expected;
import io.giza.gateway.upload.UploadService.PartTarget;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Request;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
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
 * A gateway dies at some step of a completion. Much is written to the object after that, more than
 * an acceptor looks back for a client's operation; then the upload is completed again. And while
 * one gateway stands still before it appends the record, another finds that the record's condition
 * does not hold, and aborts the upload; then it would hold. At last, while one stands still
 * likewise, the bucket becomes versioned, and the upload is completed again.
 */
final class ForgottenCompletion {
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

    private ForgottenCompletion(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.calm();
        account = cluster.account();
        random = simulation.surroundings("forgotten").random();
        network = new Network(simulation.surroundings("quiet"), FaultPlan.CALM);
        Gateway founder = gateway("first-founder");
        BucketId bucket =
                ((BucketService.CreateResult.Created) founder.buckets().create(account, BUCKET))
                        .bucket()
                        .id();
        oracle = new UploadOracle(cluster.oracle(), bucket);
        object = new ObjectKey(bucket, KEY);
    }

    /** Runs the scenario. */
    static void run(Simulation simulation, Protocol protocol) {
        ForgottenCompletion scenario = new ForgottenCompletion(simulation, protocol);
        scenario.forgotten();
        scenario.overtaken();
        scenario.versionedMeanwhile();
    }

    private Gateway gateway(String name) {
        return cluster.gateway(
                name, cluster.names().getFirst(), Reach.over(network, network), Patience.DEFAULT);
    }

    /** Returns one whose writes of the object take a while to leave it. */
    private Gateway slowGateway(String name, Duration pause) {
        Time time = simulation.surroundings(name).time();
        return cluster.gateway(
                name,
                cluster.names().getLast(),
                new Reach() {
                    @Override
                    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                        return new SameReplica(replica) {
                            @Override
                            public Answer send(Message message) throws ReplicaException {
                                boolean reads = message.request() instanceof Request.Read;
                                if (message.key().name().equals(KEY) && !reads) {
                                    time.sleep(pause);
                                }
                                return super.send(message);
                            }
                        };
                    }

                    @Override
                    public FragmentStore fragments(DcName from, FragmentStore store) {
                        return store;
                    }
                },
                Patience.DEFAULT);
    }

    private void forgotten() {
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

    private void overtaken() {
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

    private void versionedMeanwhile() {
        Gateway other = gateway("third");
        TrackedUpload upload = upload(other);
        Gateway stuck = slowGateway("stuck", Duration.ofMinutes(10));
        stuck.surroundings()
                .tasks()
                .fork("client", () -> complete(stuck, upload, new WriteCondition.None()));
        other.surroundings().time().sleep(Duration.ofMillis(random.nextLong(1000)));
        var changed = other.buckets().setVersioning(account, BUCKET, Versioning.ENABLED);
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
        TextBody body = new TextBody("part-" + texts++, 300);
        var attempt = upload.begin(1, body);
        try {
            var put = gateway.uploads().putPart(new PartTarget(target(), id, 1), _ -> body);
            check(put instanceof PutResult.Stored, "no part: " + put);
            attempt.acknowledged();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return upload;
    }

    private void complete(Gateway gateway, TrackedUpload upload, WriteCondition condition) {
        TrackedUpload.Completion completion = upload.complete(upload.last());
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
