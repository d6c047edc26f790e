package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.sweep.FragmentSweep;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;
import io.giza.version.FragmentReview;
import io.giza.version.PoisonAge;
import io.giza.worker.Pacer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A cleaner poisons what never came of version 2, and dies before it decides anything. More than a
 * day later a reader learns that version 2 is the newest, and stands still before it looks at the
 * fragments; another cleaner gives the version up; then what the owner had sent long ago arrives.
 * Were the poison gone already, because it is old, the reader would return what nobody else reads.
 */
public final class PoisonRetentionScenario {
    private static final Duration LONG_TICK = Duration.ofMinutes(1);
    private static final Duration TICK = Duration.ofMillis(10);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network metadata;
    private final Network data;
    private final BucketId bucket;

    /** How often those who stand still look whether they may go on. */
    private Duration tick = TICK;

    private PoisonRetentionScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        this.metadata = new Network(simulation.surroundings("metadata"), FaultPlan.CALM);
        this.data = new Network(simulation.surroundings("data"), FaultPlan.CALM);
        Gateway creator = gateway("creator", 0, Reach.over(metadata, data));
        this.bucket =
                ((CreateResult.Created) creator.create(cluster.account(), "bucket")).bucket().id();
        check(put(creator, "first") instanceof PutResult.Stored, "not stored: first");
    }

    /** Runs the scenario. */
    public static void run(Simulation simulation, Protocol protocol) {
        new PoisonRetentionScenario(simulation, protocol).exercise();
    }

    private void exercise() {
        boolean[] arrives = new boolean[1];
        List<PutResult> ended = new ArrayList<>();
        Gateway writer =
                gateway(
                        "writer",
                        0,
                        new GatedReach(dc -> dc.equals(dc(0)) || arrives[0], _ -> true));
        fork("writer", () -> ended.add(put(writer, "second")));
        awaitTrue(() -> cluster.oracle().chosen(key()).size() == 2);
        poisonThenCrash();
        waitLongerThanADay();
        boolean[] looks = new boolean[1];
        boolean[] mayContinue = new boolean[1];
        List<GetResult> read = new ArrayList<>();
        Gateway reader =
                gateway(
                        "reader",
                        0,
                        new GatedReach(
                                _ -> true,
                                _ -> {
                                    looks[0] = true;
                                    return mayContinue[0];
                                }));
        fork("reader", () -> read.add(reader.objects().get(new GetRequest(target(), true))));
        awaitTrue(() -> looks[0]);
        Gateway cleaner = gateway("cleaner", 1, Reach.over(metadata, data));
        abandon(cleaner);
        sweep(cleaner);
        arrives[0] = true;
        awaitTrue(() -> !ended.isEmpty());
        check(!(ended.getFirst() instanceof PutResult.Stored), "acknowledged: " + ended);
        mayContinue[0] = true;
        awaitTrue(() -> !read.isEmpty());
        boolean wasRead =
                read.getFirst() instanceof GetResult.Found found
                        && found.object().manifest().etag().equals(body("second").etag());
        check(!wasRead, "I13: read what is given up");
    }

    private void poisonThenCrash() {
        Gateway dying = gateway("dying", 2, new IsolatedOncePoisoning());
        Abandonment.Outcome outcome =
                new Abandonment(dying.versions(), ManifestCodec.NEWEST_FORMAT)
                        .settle(key(), second());
        check(outcome instanceof Abandonment.Undecided, "decided alone: " + outcome);
        metadata.heal();
    }

    private void waitLongerThanADay() {
        tick = LONG_TICK;
        simulation.scenario().time().sleep(PoisonAge.MIN_AGE.plusHours(1));
        tick = TICK;
        simulation.scenario().time().sleep(LONG_TICK.multipliedBy(2));
    }

    private void abandon(Gateway cleaner) {
        Abandonment.Outcome outcome =
                new Abandonment(cleaner.versions(), ManifestCodec.NEWEST_FORMAT)
                        .settle(key(), second());
        check(outcome instanceof Abandonment.Deleted, "not given up: " + outcome);
    }

    private void sweep(Gateway cleaner) {
        FragmentReview review = new FragmentReview(cleaner.versions(), Duration.ZERO);
        for (InMemoryFragmentStore store : cluster.stores()) {
            try {
                new FragmentSweep(
                                store,
                                store,
                                review,
                                new Pacer(cleaner.surroundings().time(), 1),
                                (_, _) -> {})
                        .sweep(() -> true);
            } catch (ReplicaException e) {
                throw new AssertionError(e);
            }
        }
    }

    private VersionId second() {
        return new VersionId(0, 2, cluster.oracle().chosen(key()).get(1).value().id());
    }

    private ObjectKey key() {
        return new ObjectKey(bucket, "key");
    }

    private DcName dc(int index) {
        return cluster.names().get(index);
    }

    private PutResult put(Gateway gateway, String text) {
        try {
            return gateway.objects()
                    .put(
                            new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of()),
                            body(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TextBody body(String text) {
        return new TextBody(text, 1000);
    }

    private Target target() {
        return new Target(
                cluster.account(), "bucket", "key", OpId.random(simulation.scenario().random()));
    }

    private Gateway gateway(String name, int home, Reach reach) {
        return cluster.gateway(name, dc(home), reach, GatewaySettings.DEFAULT);
    }

    private void fork(String name, Runnable task) {
        simulation.surroundings(name).tasks().fork("acts", task);
    }

    private void awaitTrue(BooleanSupplier happened) {
        while (!happened.getAsBoolean()) {
            simulation.scenario().time().sleep(tick);
        }
    }

    /** Whether a request to a data center may go on. */
    private interface Gate {
        boolean isOpen(DcName dc);
    }

    /**
     * As one whose uploads stand still before they are complete, and whose reads before they begin.
     */
    private final class GatedReach implements Reach {
        private final Reach plain = Reach.over(metadata, data);
        private final Gate completes;
        private final Gate reads;

        GatedReach(Gate completes, Gate reads) {
            this.completes = completes;
            this.reads = reads;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return plain.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(plain.fragments(from, store)) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    return new GatedUpload(super.create(id, length), dc());
                }

                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    awaitTrue(() -> reads.isOpen(dc()));
                    return super.read(id, offset, length);
                }
            };
        }

        private final class GatedUpload implements FragmentUpload {
            private final FragmentUpload upload;
            private final DcName dc;

            GatedUpload(FragmentUpload upload, DcName dc) {
                this.upload = upload;
                this.dc = dc;
            }

            @Override
            public void write(ByteBuffer chunk) throws ReplicaException {
                upload.write(chunk);
            }

            @Override
            public Completion complete() throws ReplicaException {
                awaitTrue(() -> completes.isOpen(dc));
                return upload.complete();
            }

            @Override
            public void close() {
                upload.close();
            }
        }
    }

    /** As one that is cut off from the rows of the others once it poisons. */
    private final class IsolatedOncePoisoning implements Reach {
        private final Reach plain = Reach.over(metadata, data);

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return plain.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(plain.fragments(from, store)) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    PoisonRetentionScenario.this.metadata.isolate(from, cluster.names());
                    return super.create(id, length);
                }
            };
        }
    }
}
