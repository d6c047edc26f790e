package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.recovery.replacement.RebuildProgress;
import io.giza.recovery.replacement.StoreRebuild;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.version.VersionOracle;
import io.giza.simulation.worker.VersionCleaner;
import io.giza.testkit.fault.Network;
import io.giza.version.VersionAccess;
import io.giza.version.VersionRebuild;
import io.giza.worker.Pacer;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The recovery of a store that took the place of a lost one, by one gateway after the other: each
 * goes on where the one before was, and what it declares rebuilt is checked.
 */
final class StoreRecovery {
    /** One at a time, so that each recovery goes on where the one before was. */
    private static final int WIDTH = 1;

    private final ReplacedFragments fragments;
    private final Network network;
    private final VersionOracle oracle;
    private final VersionCleaner cleaner;
    private final ObjectKey key;
    private final Map<String, Integer> ends;
    private final Set<Long> lost = new TreeSet<>();
    private String latest = "";
    private int chosenBefore;
    private RebuildProgress reached = RebuildProgress.start(ReplacedFragments.AFTER);

    StoreRecovery(
            ReplacedFragments fragments,
            Network network,
            VersionOracle oracle,
            VersionCleaner cleaner,
            ObjectKey key,
            Map<String, Integer> ends) {
        this.fragments = fragments;
        this.network = network;
        this.oracle = oracle;
        this.cleaner = cleaner;
        this.key = key;
        this.ends = ends;
    }

    /** Notes what is chosen now: all of it is to be rebuilt. */
    void begin() {
        chosenBefore = oracle.log().size();
    }

    /** Has the next one begin with the first row. */
    void beginAgain() {
        reached = RebuildProgress.start(ReplacedFragments.AFTER);
    }

    /** Returns the latest reason for which a version was not rebuilt, empty if there was none. */
    String latestDoubt() {
        return latest;
    }

    /** Looks at every version once; tells whether the store is declared rebuilt. */
    boolean rebuild(Gateway gateway) {
        VersionAccess access = gateway.versions();
        FragmentRepair repair =
                fragments.repair(
                        network.link(gateway.metadata().group().home(), fragments.lost()), oracle);
        VersionRebuild story = new VersionRebuild(access, repair, ManifestCodec.NEWEST_FORMAT);
        StoreRebuild filling =
                new StoreRebuild(
                        access,
                        new StoreRebuild.Target(repair, (object, id) -> rebuild(story, object, id)),
                        new Pacer(gateway.surroundings().time(), 1),
                        new Ends(),
                        WIDTH);
        try {
            boolean rebuilt = filling.run(reached, new TreeSet<>(Set.of(key.bucket())), () -> true);
            for (int version = 1; rebuilt && version <= chosenBefore; version++) {
                // What was lost then may decode since, if an upload was still under way.
                if (!lost.contains((long) version)) {
                    checkRebuilt(version);
                }
            }
            return rebuilt;
        } catch (ReplicaException e) {
            return false;
        }
    }

    private VersionRebuild.Outcome rebuild(
            VersionRebuild story, ObjectKey object, VersionId version) {
        // Noted before and after: a cleaner may look while this one is at it.
        cleaner.poisonedNow(version.putId());
        VersionRebuild.Outcome outcome = story.rebuild(object, version);
        if (outcome instanceof VersionRebuild.Lost) {
            lost.add(version.version());
        }
        cleaner.poisonedNow(version.putId());
        return outcome;
    }

    private final class Ends implements StoreRebuild.Listener {
        @Override
        public void progressed(RebuildProgress filling) {
            reached = filling;
        }

        @Override
        public void accept(VersionRebuild.Outcome outcome) {
            ends.merge("rebuild " + ((Record) outcome).getClass().getSimpleName(), 1, Integer::sum);
            if (outcome instanceof VersionRebuild.Undecided undecided) {
                latest = undecided.detail();
            }
        }
    }

    /** Checks that the new store holds its fragment of a version, if the others decode. */
    void checkRebuilt(int version) {
        Value value = oracle.chosen(version);
        if (value.kind() != Value.Kind.PUT || oracle.isDeleted(version)) {
            return;
        }
        Manifest manifest = ManifestCodec.decode(value);
        if (manifest.fragmented().isEmpty() || !fragments.decodesWithout(value.id())) {
            return;
        }
        int index = manifest.fragmented().get().placement().indexOf(fragments.lost());
        String account = manifest.fragmented().get().account();
        check(
                index < 0 || fragments.holds(new FragmentId(account, key, value.id(), index)),
                "not rebuilt: fragment " + index + " of version " + version);
    }
}
