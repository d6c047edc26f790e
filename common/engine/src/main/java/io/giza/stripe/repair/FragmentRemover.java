package io.giza.stripe.repair;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.VersionFragments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Deletes the fragments of one version in every data center, all at once. */
public final class FragmentRemover {
    private final Surroundings surroundings;
    private final FragmentProbe probe;

    /**
     * Removes in simulated or real time.
     *
     * @param format of the headers, by which poison is told from data
     */
    public FragmentRemover(Surroundings surroundings, FragmentFormat format) {
        this.surroundings = surroundings;
        this.probe = new FragmentProbe(surroundings, format);
    }

    /** What became of one fragment. */
    public enum Removal {
        /** Its store confirmed that it is not there. */
        GONE,
        /** It is a poison, which was to be kept. */
        KEPT,
        /** Its store did not say. */
        UNKNOWN
    }

    /**
     * Deletes all fragments.
     *
     * @param keepPoison whether poison stays; then what cannot be read stays as well, since it may
     *     be one
     * @return what became of each; UNKNOWN too for stores that did not answer by the deadline
     */
    public List<Removal> remove(VersionFragments target, boolean keepPoison, Deadline deadline) {
        int fragments = target.stores().size();
        Inbox<Finding> findings = surroundings.tasks().inbox(fragments);
        for (int i = 0; i < fragments; i++) {
            int index = i;
            surroundings
                    .tasks()
                    .fork(
                            "remove-" + target.putId() + "." + index,
                            () ->
                                    findings.put(
                                            new Finding(index, remove(target, index, keepPoison))));
        }
        List<Removal> removals = new ArrayList<>(Collections.nCopies(fragments, Removal.UNKNOWN));
        for (int received = 0; received < fragments; received++) {
            Optional<Finding> finding = findings.take(deadline);
            if (finding.isEmpty()) {
                break;
            }
            removals.set(finding.get().index, finding.get().removal);
        }
        return List.copyOf(removals);
    }

    private record Finding(int index, Removal removal) {}

    private Removal remove(VersionFragments target, int index, boolean keepPoison) {
        if (!keepPoison) {
            return delete(target, index);
        }
        return switch (probe.probeOne(target, index)) {
            case ABSENT -> Removal.GONE;
            case POISON -> Removal.KEPT;
            // What was forgotten may be about to be rebuilt, so its deletion stays pending.
            case FORGOTTEN, UNKNOWN -> Removal.UNKNOWN;
            case DATA -> delete(target, index);
        };
    }

    private static Removal delete(VersionFragments target, int index) {
        try {
            target.stores().get(index).delete(target.id(index));
            return Removal.GONE;
        } catch (ReplicaException e) {
            return Removal.UNKNOWN;
        }
    }
}
