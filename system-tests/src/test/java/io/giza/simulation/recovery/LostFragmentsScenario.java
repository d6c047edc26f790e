package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.paxos.Fold;
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
import io.giza.simulation.fault.LostResolutions;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Scenarios in which the fragments of dc2 are lost at the worst moment, and an empty store is found
 * in their place, also by those who look for the old one.
 */
public final class LostFragmentsScenario {
    static final DcName FIRST = new DcName("dc1");
    static final DcName LOST = new DcName("dc2");
    static final DcName THIRD = new DcName("dc3");
    private static final Duration TICK = Duration.ofMillis(100);

    private final Simulation simulation;
    final SimulatedCluster cluster;
    final ReplacedFragments fragments;
    final Network network;
    final Network data;
    private final BucketId bucket;

    LostFragmentsScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        // Of both formats: versions of the first are visible, and given up, by what decodes.
        cluster.setManifestFormat(simulation.seed() % 2 == 0 ? 1 : ManifestCodec.NEWEST_FORMAT);
        cluster.stopFailures();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        this.data = new Network(simulation.surroundings("data"), FaultPlan.CALM);
        this.fragments =
                new ReplacedFragments(
                        cluster,
                        1,
                        new InMemoryFragmentStore(
                                LOST,
                                simulation::yieldPoint,
                                simulation.surroundings("store").time()),
                        protocol,
                        true);
        Gateway creator = gateway("creator", ReplacedFragments.BEFORE, _ -> () -> true);
        this.bucket =
                ((CreateResult.Created) creator.create(cluster.account(), "bucket")).bucket().id();
        check(put(creator, "first") instanceof PutResult.Stored, "not stored: first");
    }

    /**
     * A put is acknowledged with fragments in dc1 and dc2, and dc2's is lost. Nobody can tell the
     * version from one that never was visible, so a read has no answer, and not the version before.
     */
    public static void readFailsRatherThanReturnsOlder(Simulation simulation, Protocol protocol) {
        LostFragmentsScenario scenario = new LostFragmentsScenario(simulation, protocol);
        scenario.data.isolate(THIRD, scenario.cluster.names());
        Gateway writer = scenario.gateway("w", ReplacedFragments.BEFORE, _ -> () -> true);
        check(scenario.put(writer, "second") instanceof PutResult.Stored, "not stored: second");
        scenario.replace();
        scenario.data.heal();
        Gateway reader = scenario.gateway("r", ReplacedFragments.AFTER, _ -> () -> true);
        GetResult read = reader.objects().get(new GetRequest(scenario.target(), true));
        check(read instanceof Failure.Unavailable, "an acknowledged put is passed over: " + read);
    }

    /**
     * A cleaner looks before the data comes, and its poison arrives after the data was acknowledged
     * and dc2's was lost. Were it taken, the version would be given up as one that never was.
     */
    public static void oldPoisonIsRefused(Simulation simulation, Protocol protocol) {
        LostFragmentsScenario scenario = new LostFragmentsScenario(simulation, protocol);
        List<Boolean> looked = new ArrayList<>();
        List<PutResult> ended = new ArrayList<>();
        boolean[] mayContinue = new boolean[1];
        boolean[] over = new boolean[1];
        Gateway writer =
                scenario.gateway(
                        "w",
                        ReplacedFragments.BEFORE,
                        dc -> () -> dc.equals(THIRD) ? over[0] : !looked.isEmpty());
        Gateway cleaner =
                scenario.gateway(
                        "c",
                        ReplacedFragments.BEFORE,
                        _ -> {
                            looked.add(true);
                            return () -> mayContinue[0];
                        });
        scenario.fork("w", () -> ended.add(scenario.put(writer, "second")));
        scenario.awaitTrue(() -> scenario.versions() == 2);
        List<Abandonment.Outcome> settled = new ArrayList<>();
        scenario.fork("c", () -> settled.add(scenario.settle(cleaner)));
        scenario.awaitTrue(() -> !ended.isEmpty());
        check(ended.getFirst() instanceof PutResult.Stored, "not stored: " + ended);
        scenario.replace();
        mayContinue[0] = true;
        scenario.awaitTrue(() -> !settled.isEmpty());
        over[0] = true;
        check(
                settled.getFirst() instanceof Abandonment.Undecided,
                "I6: an acknowledged put is given up: " + settled);
    }

    /**
     * A put whose data stands still is given up, by poison in dc2 and dc3. Then dc2's is lost. Were
     * its data taken there, it would be acknowledged.
     */
    public static void oldDataIsRefused(Simulation simulation, Protocol protocol) {
        LostFragmentsScenario scenario = new LostFragmentsScenario(simulation, protocol);
        List<PutResult> ended = new ArrayList<>();
        boolean[] mayContinue = new boolean[1];
        Gateway writer =
                scenario.gateway(
                        "w",
                        ReplacedFragments.BEFORE,
                        dc -> () -> dc.equals(FIRST) || mayContinue[0]);
        Gateway cleaner = scenario.gateway("c", ReplacedFragments.BEFORE, _ -> () -> true);
        scenario.fork("w", () -> ended.add(scenario.put(writer, "second")));
        scenario.awaitTrue(() -> scenario.versions() == 2);
        simulation.scenario().time().sleep(Duration.ofSeconds(1));
        Abandonment.Outcome settled = scenario.settle(cleaner);
        check(settled instanceof Abandonment.Deleted, "not given up: " + settled);
        scenario.replace();
        mayContinue[0] = true;
        scenario.awaitTrue(() -> !ended.isEmpty());
        check(
                !(ended.getFirst() instanceof PutResult.Stored),
                "I6: acknowledged though it is given up: " + ended);
    }

    void replace() {
        fragments.lose();
        fragments.replace();
    }

    Abandonment.Outcome settle(Gateway cleaner) {
        ObjectKey key = key();
        VersionId second = new VersionId(0, 2, cluster.oracle().chosen(key).get(1).value().id());
        Abandonment.Outcome outcome =
                new Abandonment(cleaner.versions(), ManifestCodec.NEWEST_FORMAT)
                        .settle(key, second);
        boolean deleted =
                Fold.isDeleted(cleaner.versions().latest(key).orElseThrow(), second.version());
        check(
                deleted == (outcome instanceof Abandonment.Deleted),
                outcome + ", deleted: " + deleted);
        return outcome;
    }

    private int versions() {
        return cluster.oracle().chosen(key()).size();
    }

    ObjectKey key() {
        return new ObjectKey(bucket, "key");
    }

    void awaitTrue(BooleanSupplier happened) {
        while (!happened.getAsBoolean()) {
            simulation.scenario().time().sleep(TICK);
        }
    }

    void fork(String name, Runnable task) {
        simulation.surroundings(name).tasks().fork("acts", task);
    }

    PutResult put(Gateway gateway, String text) {
        return put(gateway, "key", text);
    }

    PutResult put(Gateway gateway, String key, String text) {
        PutRequest request =
                new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
        try {
            return gateway.objects().put(request, new TextBody(text, 1000));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Target target() {
        return target("key");
    }

    private Target target(String key) {
        return new Target(
                cluster.account(), "bucket", key, OpId.random(simulation.scenario().random()));
    }

    /**
     * Starts a gateway whose news of versions are lost.
     *
     * @param mayContinue until when its uploads to a data center stand still before they are
     *     complete
     */
    Gateway gateway(String name, long epoch, Function<DcName, BooleanSupplier> mayContinue) {
        Reach reach =
                new LostResolutions(new PausedUploads(Reach.over(network, data), mayContinue));
        return cluster.gateway(
                name, FIRST, fragments.reachIn(epoch, reach), GatewaySettings.DEFAULT, epoch);
    }

    private final class PausedUploads implements Reach {
        private final Reach reach;
        private final Function<DcName, BooleanSupplier> mayContinue;

        PausedUploads(Reach reach, Function<DcName, BooleanSupplier> mayContinue) {
            this.reach = reach;
            this.mayContinue = mayContinue;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(reach.fragments(from, store)) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    return new PausedUpload(super.create(id, length), mayContinue.apply(dc()));
                }
            };
        }
    }

    private final class PausedUpload implements FragmentUpload {
        private final FragmentUpload upload;
        private final BooleanSupplier mayContinue;

        PausedUpload(FragmentUpload upload, BooleanSupplier mayContinue) {
            this.upload = upload;
            this.mayContinue = mayContinue;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            upload.write(chunk);
        }

        @Override
        public Completion complete() throws ReplicaException {
            awaitTrue(mayContinue);
            return upload.complete();
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
