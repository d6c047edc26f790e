package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

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
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;
import io.giza.version.VersionRebuild;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Three stories in which a version was seen, one row alone knows that, and dc2 loses what it was
 * seen by: fragments lie in dc1 and dc2, and dc3's never came.
 */
final class SeenAndLost {
    private final Simulation simulation;
    private final ForgottenFragments story;

    private SeenAndLost(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.story = new ForgottenFragments(simulation, protocol);
        story.data.isolate(ForgottenFragments.THIRD, story.cluster.names());
        Gateway writer = story.gateway("w", ReplacedFragments.BEFORE, _ -> () -> true);
        // Only who knows that dc3 is away puts without a record that says that it is visible.
        check(story.put(writer, "other", "first") instanceof PutResult.Stored, "not stored: other");
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        check(story.put(writer, "second") instanceof PutResult.Stored, "not stored: second");
        int records = story.cluster.oracle().chosen(story.key()).size();
        check(records == 2, "a record says that it is visible: " + records);
        story.data.heal();
        tellFirstAlone();
    }

    /**
     * One row alone knows that a version was seen, and dc2 loses what it was seen by. Once the
     * store in its place is declared rebuilt, a cleaner finds free names where the fragments were,
     * and must not take the version for one that never was visible.
     */
    static void whatWasSeenAndIsLostIsNotGivenUp(Simulation simulation, Protocol protocol) {
        SeenAndLost lost = new SeenAndLost(simulation, protocol);
        ForgottenFragments story = lost.story;
        story.replace();
        Gateway recovery = lost.telling("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        if (Fold.isDeleted(recovery.versions().latest(story.key()).orElseThrow(), 2)) {
            return; // Its row did not know.
        }
        GetResult read = recovery.objects().get(new GetRequest(story.target(), true));
        check(read instanceof Failure, "I7: what was seen and lost is passed over: " + read);
        Abandonment.Outcome settled = story.settle(recovery);
        check(!(settled instanceof Abandonment.Over), "I6: seen, lost and given up: " + settled);
    }

    /**
     * As before, and the cleaner read the row before it was told, and looks at the fragments when
     * the store is declared rebuilt.
     */
    static void aLookAtFragmentsIsFollowedByOneAtTheRow(Simulation simulation, Protocol protocol) {
        SeenAndLost lost = new SeenAndLost(simulation, protocol);
        ForgottenFragments story = lost.story;
        boolean[] looking = new boolean[1];
        boolean[] goesOn = new boolean[1];
        List<Abandonment.Outcome> settled = new ArrayList<>();
        Gateway cleaner =
                lost.looking(
                        "c",
                        () -> {
                            looking[0] = true;
                            return goesOn[0];
                        });
        story.network.isolate(ForgottenFragments.FIRST, story.cluster.names());
        story.fork("c", () -> settled.add(story.settle(cleaner)));
        story.until(() -> looking[0]);
        story.network.heal();
        story.replace();
        Gateway recovery = lost.telling("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        boolean condemned =
                Fold.isDeleted(recovery.versions().latest(story.key()).orElseThrow(), 2);
        goesOn[0] = true;
        story.until(() -> !settled.isEmpty());
        check(
                condemned || !(settled.getFirst() instanceof Abandonment.Over),
                "I6: seen, lost and given up: " + settled);
    }

    /**
     * As before, and a recovery whose row does not know poisons what dc2 forgot, and is cut off.
     * The next one finds poison where the fragment was, and must not take it for all that is due.
     */
    static void poisonOfARecoveryIsNoRebuiltFragment(Simulation simulation, Protocol protocol) {
        SeenAndLost lost = new SeenAndLost(simulation, protocol);
        ForgottenFragments story = lost.story;
        story.replace();
        lost.poisonAsOneThatDoesNotKnow();
        Gateway recovery = lost.telling("v", ReplacedFragments.AFTER);
        lost.rebuild(recovery);
        if (Fold.isDeleted(recovery.versions().latest(story.key()).orElseThrow(), 2)) {
            return; // Its row did not know either.
        }
        story.network.isolate(ForgottenFragments.FIRST, story.cluster.names());
        Abandonment.Outcome settled = story.settle(lost.looking("c", () -> true));
        check(!(settled instanceof Abandonment.Over), "I6: seen, lost and given up: " + settled);
    }

    private void poisonAsOneThatDoesNotKnow() {
        boolean[] looking = new boolean[1];
        boolean[] goesOn = new boolean[1];
        List<Abandonment.Outcome> settled = new ArrayList<>();
        Gateway first =
                looking(
                        "u",
                        () -> {
                            looking[0] = true;
                            return goesOn[0];
                        });
        Abandonment abandonment =
                new Abandonment(
                        first.versions(),
                        Map.of(ForgottenFragments.LOST, repair()),
                        ManifestCodec.NEWEST_FORMAT);
        story.network.isolate(ForgottenFragments.FIRST, story.cluster.names());
        story.fork("u", () -> settled.add(abandonment.settle(story.key(), version(2))));
        story.until(() -> looking[0]);
        story.network.isolate(ForgottenFragments.THIRD, story.cluster.names());
        goesOn[0] = true;
        story.until(() -> !settled.isEmpty());
        check(settled.getFirst() instanceof Abandonment.Undecided, "decided alone: " + settled);
        story.network.heal();
    }

    private void tellFirstAlone() {
        Gateway seer = telling("s", ReplacedFragments.BEFORE);
        Row row = seer.versions().latest(story.key()).orElseThrow();
        story.network.isolate(ForgottenFragments.LOST, story.cluster.names());
        story.network.isolate(ForgottenFragments.THIRD, story.cluster.names());
        seer.metadata().resolutions().tell(story.key(), row, 2, Entry.Resolution.VISIBLE);
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
        story.network.heal();
    }

    /** Rebuilds every version, and declares the store rebuilt. */
    private void rebuild(Gateway recovery) {
        FragmentRepair repair = repair();
        VersionRebuild rebuild =
                new VersionRebuild(recovery.versions(), repair, ManifestCodec.NEWEST_FORMAT);
        for (int version = 1; version <= 2; version++) {
            VersionRebuild.Outcome outcome = rebuild.rebuild(story.key(), version(version));
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
        return story.fragments.repair(
                story.data.link(ForgottenFragments.FIRST, ForgottenFragments.LOST),
                new VersionOracle(story.cluster, story.key()));
    }

    private VersionId version(int version) {
        PutId put = story.cluster.oracle().chosen(story.key()).get(version - 1).value().id();
        return new VersionId(0, version, put);
    }

    private Gateway telling(String name, long epoch) {
        Reach reach = story.fragments.seenFrom(epoch, Reach.over(story.network, story.data));
        return story.cluster.gateway(
                name, ForgottenFragments.FIRST, reach, Patience.DEFAULT, epoch);
    }

    /** Starts a gateway in dc3 whose looks at fragments stand still until they may go on. */
    private Gateway looking(String name, BooleanSupplier goesOn) {
        Reach plain = Reach.over(story.network, story.data);
        Reach reach =
                new Reach() {
                    @Override
                    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                        return plain.metadata(from, replica);
                    }

                    @Override
                    public FragmentStore fragments(DcName from, FragmentStore store) {
                        return new SameStore(plain.fragments(from, store)) {
                            @Override
                            public FragmentRead read(FragmentId id, long offset, long length)
                                    throws ReplicaException {
                                story.until(goesOn);
                                return super.read(id, offset, length);
                            }
                        };
                    }
                };
        long epoch = ReplacedFragments.AFTER;
        return story.cluster.gateway(
                name,
                ForgottenFragments.THIRD,
                story.fragments.seenFrom(epoch, reach),
                Patience.DEFAULT,
                epoch);
    }
}
