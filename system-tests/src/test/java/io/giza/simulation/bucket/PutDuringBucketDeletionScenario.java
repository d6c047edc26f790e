package io.giza.simulation.bucket;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.Marker;
import io.giza.gateway.service.UploadService.UploadsRequest;
import io.giza.gateway.service.UploadService.UploadsResult;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An object that is put while its bucket, which was empty, is deleted, at moments that chance
 * hardly ever finds.
 */
public final class PutDuringBucketDeletionScenario {
    private static final String BUCKET = "bucket";
    private static final String KEY = "key";

    /** More than all requests take, less than puts and gets wait for the end of a deletion. */
    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    /** More than one request takes. */
    private static final Duration HEAD_START = Duration.ofMillis(500);

    private static final Duration POLL = Duration.ofMillis(10);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Reach reach;
    private final OpId op;
    private int scans;
    private int votes;

    private PutDuringBucketDeletionScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        this.reach = Reach.over(network, network);
        this.op = OpId.random(simulation.scenario().random());
    }

    /**
     * Whoever deletes the bucket has found it empty and, before it decides that the bucket is gone,
     * stands still. Meanwhile an object is put, too late to be found, and a get sees its version.
     * Were the bucket's state at that time good enough for the get, it would show an object whose
     * put is answered that there is no bucket.
     */
    public static void getHidesLatePut(Simulation simulation, Protocol protocol) {
        new PutDuringBucketDeletionScenario(simulation, protocol).putAfterTheScan();
    }

    /** As with a get, but the object is listed, and so are versions and uploads. */
    public static void listingHidesLatePut(Simulation simulation, Protocol protocol) {
        new PutDuringBucketDeletionScenario(simulation, protocol).listAfterTheScan();
    }

    /**
     * The first data center takes the vote for an object before it knows of the deletion, the third
     * one never learns of it, and takes its vote after a scan: each says that the bucket stands, so
     * the put is acknowledged. A scan finds it at those data centers only that know of the
     * deletion.
     */
    public static void scanReachesDeletion(Simulation simulation, Protocol protocol) {
        new PutDuringBucketDeletionScenario(simulation, protocol).putAroundTheScan();
    }

    private void putAfterTheScan() {
        Gateway reader = gateway("reader", 0, reach);
        create(reader);
        check(get(reader) instanceof GetResult.Absent, "something is there before the put");
        Gateway deleter = gateway("deleter", 1, reachThrough(this::delayingScans));
        var removal = fork(deleter, () -> deleter.delete(cluster.account(), BUCKET));
        awaitScan();
        simulation.scenario().time().sleep(HEAD_START);
        Gateway writer = gateway("writer", 2, reach);
        var put = fork(writer, () -> put(writer));
        simulation.scenario().time().sleep(HEAD_START);
        GetResult got = get(reader);
        simulation.join("deleter", "writer");
        check(removal.get() instanceof RemoveResult.Deleted, "deletion ended: " + removal);
        check(put.get() instanceof Failure.NoSuchBucket, "put ended: " + put);
        if (got instanceof GetResult.Found found) {
            found.object().close();
            new BucketOracle(cluster.oracle(), BUCKET).checkNoneWasShown(Map.of(op, KEY));
        }
        check(got instanceof Failure.NoSuchBucket, "get ended: " + got);
    }

    private void listAfterTheScan() {
        Gateway reader = gateway("reader", 0, reach);
        create(reader);
        Gateway deleter = gateway("deleter", 1, reachThrough(this::delayingScans));
        var removal = fork(deleter, () -> deleter.delete(cluster.account(), BUCKET));
        awaitScan();
        simulation.scenario().time().sleep(HEAD_START);
        Gateway writer = gateway("writer", 2, reach);
        var put = fork(writer, () -> put(writer));
        var begun = fork(writer, () -> begin(writer));
        simulation.scenario().time().sleep(HEAD_START);
        var listed = fork(reader, () -> list(reader));
        var versions = fork(reader, () -> listVersions(reader));
        var uploads = fork(reader, () -> listUploads(reader));
        simulation.join("deleter", "writer", "reader");
        check(removal.get() instanceof RemoveResult.Deleted, "deletion ended: " + removal);
        check(put.get() instanceof Failure.NoSuchBucket, "put ended: " + put);
        check(
                begun.get() instanceof UploadService.CreateResult.Failed(Failure.NoSuchBucket _),
                "upload ended: " + begun);
        check(listed.get() instanceof Failure.NoSuchBucket, "a listing ended: " + listed);
        check(
                versions.get() instanceof VersionListing.Failed(Failure.NoSuchBucket _),
                "a listing of versions ended: " + versions);
        check(
                uploads.get() instanceof UploadsResult.Failed(Failure.NoSuchBucket _),
                "a listing of uploads ended: " + uploads);
    }

    private void putAroundTheScan() {
        create(gateway("founder", 0, reach));
        Gateway writer = gateway("writer", 0, reachThrough(this::delayingVotes));
        var put = fork(writer, () -> put(writer));
        while (votes == 0) {
            simulation.scenario().time().sleep(POLL);
        }
        Gateway deleter =
                gateway(
                        "deleter",
                        1,
                        reachThrough(replica -> delayingScans(hidingDeletion(replica))));
        var removal = fork(deleter, () -> deleter.delete(cluster.account(), BUCKET));
        simulation.join("deleter", "writer");
        check(put.get() instanceof PutResult.Stored, "put ended: " + put);
        check(removal.get() != null, "the deletion has not ended");
        new BucketOracle(cluster.oracle(), BUCKET).checkNoneIsLost(Map.of(op, KEY));
    }

    /** What scans of the bucket's objects found is told only after a standstill. */
    private MetadataReplica delayingScans(MetadataReplica replica) {
        return new ForwardingReplica(replica) {
            @Override
            public RowPage scan(Scan scan) throws ReplicaException {
                RowPage page = super.scan(scan);
                if (!scan.bucket().equals(BucketId.SYSTEM)) {
                    scans++;
                    simulation.surroundings("deleter").time().sleep(STANDSTILL);
                }
                return page;
            }
        };
    }

    /** All data centers but the first one are asked for their votes after a scan. */
    private MetadataReplica delayingVotes(MetadataReplica replica) {
        return new ForwardingReplica(replica) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                if (!(message.request() instanceof Request.PreAccept)) {
                    return super.send(message);
                }
                if (!dc().equals(cluster.names().getFirst())) {
                    awaitScan();
                }
                Answer answer = super.send(message);
                votes++;
                return answer;
            }
        };
    }

    /** The last data center is not told of the deletion. */
    private MetadataReplica hidingDeletion(MetadataReplica replica) {
        return new ForwardingReplica(replica) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                boolean hidden = dc().equals(cluster.names().getLast());
                if (hidden && message.request() instanceof Request.Commit) {
                    throw new ReplicaException.Unreachable(dc(), new IOException("lost commit"));
                }
                return super.send(message);
            }
        };
    }

    private void awaitScan() {
        while (scans == 0) {
            simulation.scenario().time().sleep(POLL);
        }
        simulation.scenario().time().sleep(HEAD_START);
    }

    private <T> AtomicReference<T> fork(Gateway gateway, Supplier<T> body) {
        AtomicReference<T> result = new AtomicReference<>();
        gateway.surroundings().tasks().fork("client", () -> result.set(body.get()));
        return result;
    }

    private void create(Gateway gateway) {
        CreateResult created = gateway.create(cluster.account(), BUCKET);
        check(created instanceof CreateResult.Created, "not created: " + created);
    }

    private GetResult get(Gateway gateway) {
        return gateway.objects().get(new GetRequest(target(), true));
    }

    private UploadService.CreateResult begin(Gateway gateway) {
        Instant now = simulation.scenario().time().instant();
        String initiator = cluster.account().name();
        return gateway.uploads()
                .create(
                        target(),
                        new Upload(Map.of(), Map.of(), Map.of(), Optional.empty(), initiator, now));
    }

    private ListResult list(Gateway gateway) {
        return gateway.objects().list(new ListRequest(cluster.account(), BUCKET, "", "", "", 1000));
    }

    private VersionListing.Result listVersions(Gateway gateway) {
        VersionListing.Marker start = new VersionListing.Marker("", Optional.empty());
        return gateway.objects()
                .listVersions(
                        new VersionListing.Request(cluster.account(), BUCKET, "", "", start, 1000));
    }

    private UploadsResult listUploads(Gateway gateway) {
        Marker start = new Marker("", Optional.empty());
        return gateway.uploads()
                .listUploads(new UploadsRequest(cluster.account(), BUCKET, "", "", start, 1000));
    }

    private PutResult put(Gateway gateway) {
        PutRequest request =
                new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
        try {
            return gateway.objects().put(request, new TextBody("late", 20));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Target target() {
        return new Target(cluster.account(), BUCKET, KEY, op);
    }

    private Gateway gateway(String name, int home, Reach through) {
        return cluster.gateway(name, cluster.names().get(home), through, GatewaySettings.DEFAULT);
    }

    private Reach reachThrough(UnaryOperator<MetadataReplica> change) {
        return new ChangedReplicas(reach, change);
    }
}
