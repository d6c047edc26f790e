package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.version.VersionOracle;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;
import io.giza.version.VersionRebuild;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Three scenarios in which a version was seen, one row alone knows that, and dc2 loses what it was
 * seen by: fragments lie in dc1 and dc2, and dc3's never came.
 */
public final class LostVisibleVersionScenario {
    private final Simulation simulation;
    private final LostFragmentsScenario scenario;

    private LostVisibleVersionScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.scenario = new LostFragmentsScenario(simulation, protocol);
        scenario.data.isolate(LostFragmentsScenario.THIRD, scenario.cluster.names());
        Gateway writer = scenario.gateway("w", ReplacedFragments.BEFORE, _ -> () -> true);
        // Only who knows that dc3 is away puts without a record that says that it is visible.
        check(
                scenario.put(writer, "other", "first") instanceof PutResult.Stored,
                "not stored: other");
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        check(scenario.put(writer, "second") instanceof PutResult.Stored, "not stored: second");
        int records = scenario.cluster.oracle().chosen(scenario.key()).size();
        check(records == 2, "a record says that it is visible: " + records);
        scenario.data.heal();
        recordVisibleAtFirstOnly();
    }

    /**
     * One row alone knows that a version was seen, and dc2 loses what it was seen by. Once the
     * store in its place is declared rebuilt, a cleaner finds free names where the fragments were,
     * and must not take the version for one that never was visible.
     */
    public static void visibleVersionIsNotAbandoned(Simulation simulation, Protocol protocol) {
        LostVisibleVersionScenario lost = new LostVisibleVersionScenario(simulation, protocol);
        LostFragmentsScenario scenario = lost.scenario;
        scenario.replace();
        Gateway recovery = lost.recordingGateway("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        if (Fold.isDeleted(recovery.versions().latest(scenario.key()).orElseThrow(), 2)) {
            return; // Its row did not know.
        }
        GetResult read = recovery.objects().get(new GetRequest(scenario.target(), true));
        check(read instanceof Failure, "I7: what was seen and lost is passed over: " + read);
        Abandonment.Outcome settled = scenario.settle(recovery);
        check(!(settled instanceof Abandonment.Deleted), "I6: seen, lost and given up: " + settled);
    }

    /**
     * As before, and the cleaner read the row before it was told, and looks at the fragments when
     * the store is declared rebuilt.
     */
    public static void fragmentReadIsFollowedByRowRead(Simulation simulation, Protocol protocol) {
        LostVisibleVersionScenario lost = new LostVisibleVersionScenario(simulation, protocol);
        LostFragmentsScenario scenario = lost.scenario;
        boolean[] looking = new boolean[1];
        boolean[] mayContinue = new boolean[1];
        List<Abandonment.Outcome> settled = new ArrayList<>();
        Gateway cleaner =
                lost.pausedReader(
                        "c",
                        () -> {
                            looking[0] = true;
                            return mayContinue[0];
                        });
        scenario.network.isolate(LostFragmentsScenario.FIRST, scenario.cluster.names());
        scenario.fork("c", () -> settled.add(scenario.settle(cleaner)));
        scenario.awaitTrue(() -> looking[0]);
        scenario.network.heal();
        scenario.replace();
        Gateway recovery = lost.recordingGateway("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        boolean condemned =
                Fold.isDeleted(recovery.versions().latest(scenario.key()).orElseThrow(), 2);
        mayContinue[0] = true;
        scenario.awaitTrue(() -> !settled.isEmpty());
        check(
                condemned || !(settled.getFirst() instanceof Abandonment.Deleted),
                "I6: seen, lost and given up: " + settled);
    }

    /**
     * As before, and a recovery whose row does not know poisons what dc2 forgot, and is cut off.
     * The next one finds poison where the fragment was, and must not take it for all that is due.
     */
    public static void recoveryPoisonIsNotARebuiltFragment(
            Simulation simulation, Protocol protocol) {
        LostVisibleVersionScenario lost = new LostVisibleVersionScenario(simulation, protocol);
        LostFragmentsScenario scenario = lost.scenario;
        scenario.replace();
        lost.poisonWithoutKnowledge();
        Gateway recovery = lost.recordingGateway("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        if (Fold.isDeleted(recovery.versions().latest(scenario.key()).orElseThrow(), 2)) {
            return; // Its row did not know either.
        }
        scenario.network.isolate(LostFragmentsScenario.FIRST, scenario.cluster.names());
        Abandonment.Outcome settled = scenario.settle(lost.pausedReader("c", () -> true));
        check(!(settled instanceof Abandonment.Deleted), "I6: seen, lost and given up: " + settled);
    }

    private void poisonWithoutKnowledge() {
        boolean[] looking = new boolean[1];
        boolean[] mayContinue = new boolean[1];
        List<Abandonment.Outcome> settled = new ArrayList<>();
        Gateway first =
                pausedReader(
                        "u",
                        () -> {
                            looking[0] = true;
                            return mayContinue[0];
                        });
        Abandonment abandonment =
                new Abandonment(
                        first.versions(),
                        Map.of(LostFragmentsScenario.LOST, repair()),
                        ManifestCodec.NEWEST_FORMAT);
        scenario.network.isolate(LostFragmentsScenario.FIRST, scenario.cluster.names());
        scenario.fork("u", () -> settled.add(abandonment.settle(scenario.key(), version(2))));
        scenario.awaitTrue(() -> looking[0]);
        scenario.network.isolate(LostFragmentsScenario.THIRD, scenario.cluster.names());
        mayContinue[0] = true;
        scenario.awaitTrue(() -> !settled.isEmpty());
        check(settled.getFirst() instanceof Abandonment.Undecided, "decided alone: " + settled);
        scenario.network.heal();
    }

    private void recordVisibleAtFirstOnly() {
        Gateway recorder = recordingGateway("s", ReplacedFragments.BEFORE);
        Row row = recorder.versions().latest(scenario.key()).orElseThrow();
        scenario.network.isolate(LostFragmentsScenario.LOST, scenario.cluster.names());
        scenario.network.isolate(LostFragmentsScenario.THIRD, scenario.cluster.names());
        recorder.metadata().resolutions().record(scenario.key(), row, 2, Entry.Resolution.VISIBLE);
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
        scenario.network.heal();
    }

    /** Rebuilds every version, and declares the store rebuilt. */
    private void rebuild(Gateway recovery) {
        FragmentRepair repair = repair();
        VersionRebuild rebuild =
                new VersionRebuild(recovery.versions(), repair, ManifestCodec.NEWEST_FORMAT);
        for (int version = 1; version <= 2; version++) {
            VersionRebuild.Outcome outcome = rebuild.rebuild(scenario.key(), version(version));
            check(
                    !(outcome instanceof VersionRebuild.Undecided),
                    "not rebuilt: version " + version + ", " + outcome);
        }
        try {
            repair.order(new TableOrder.Activate(ReplacedFragments.AFTER));
        } catch (ReplicaException e) {
            throw new AssertionError(e);
        }
    }

    private FragmentRepair repair() {
        return scenario.fragments.repair(
                scenario.data.link(LostFragmentsScenario.FIRST, LostFragmentsScenario.LOST),
                new VersionOracle(scenario.cluster, scenario.key()));
    }

    private VersionId version(int version) {
        PutId put = scenario.cluster.oracle().chosen(scenario.key()).get(version - 1).value().id();
        return new VersionId(0, version, put);
    }

    private Gateway recordingGateway(String name, long epoch) {
        Reach reach =
                scenario.fragments.reachIn(epoch, Reach.over(scenario.network, scenario.data));
        return scenario.cluster.gateway(
                name, LostFragmentsScenario.FIRST, reach, GatewaySettings.DEFAULT, epoch);
    }

    /** Starts a gateway in dc3 whose looks at fragments stand still until they may go on. */
    private Gateway pausedReader(String name, BooleanSupplier mayContinue) {
        Reach plain = Reach.over(scenario.network, scenario.data);
        Reach reach =
                new Reach() {
                    @Override
                    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                        return plain.metadata(from, replica);
                    }

                    @Override
                    public FragmentStore fragments(DcName from, FragmentStore store) {
                        return new ForwardingFragmentStore(plain.fragments(from, store)) {
                            @Override
                            public FragmentRead read(FragmentId id, long offset, long length)
                                    throws ReplicaException {
                                scenario.awaitTrue(mayContinue);
                                return super.read(id, offset, length);
                            }
                        };
                    }
                };
        long epoch = ReplacedFragments.AFTER;
        return scenario.cluster.gateway(
                name,
                LostFragmentsScenario.THIRD,
                scenario.fragments.reachIn(epoch, reach),
                GatewaySettings.DEFAULT,
                epoch);
    }
}
