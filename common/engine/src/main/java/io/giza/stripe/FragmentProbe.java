package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.ReplicaException;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks which fragments of a version there are, by their headers alone, all at once. */
public final class FragmentProbe {
    private final Surroundings surroundings;
    private final FragmentFormat format;

    /**
     * Looks in simulated or real time.
     *
     * @param format of the headers, which is all that is read of a fragment
     */
    public FragmentProbe(Surroundings surroundings, FragmentFormat format) {
        this.surroundings = surroundings;
        this.format = format;
    }

    /**
     * Looks at all fragments.
     *
     * @param enough tells from the states known so far, the others UNKNOWN, whether to stop
     * @return a state per fragment; UNKNOWN too for stores that did not answer by the deadline
     */
    public List<FragmentState> probe(
            VersionFragments target, Predicate<List<FragmentState>> enough, Deadline deadline) {
        int fragments = target.stores().size();
        Inbox<Finding> findings = surroundings.tasks().inbox(fragments);
        for (int i = 0; i < fragments; i++) {
            int index = i;
            surroundings
                    .tasks()
                    .fork(
                            "probe-" + target.putId() + "." + index,
                            () -> findings.put(new Finding(index, probeOne(target, index))));
        }
        FragmentState[] states = new FragmentState[fragments];
        Arrays.fill(states, FragmentState.UNKNOWN);
        for (int received = 0; received < fragments && !enough.test(List.of(states)); received++) {
            Optional<Finding> finding = findings.take(deadline);
            if (finding.isEmpty()) {
                break;
            }
            states[finding.get().index] = finding.get().state;
        }
        return List.of(states);
    }

    private record Finding(int index, FragmentState state) {}

    /**
     * Looks at one fragment. One that cannot be read, or is not of this version, is UNKNOWN rather
     * than ABSENT: only a store that says so has none.
     */
    public FragmentState probeOne(VersionFragments target, int index) {
        FragmentId id = target.id(index);
        try {
            return switch (target.stores().get(index).read(id, 0, format.headerLength(id))) {
                case FragmentRead.Absent() -> FragmentState.ABSENT;
                case FragmentRead.Found(InputStream bytes) -> {
                    try (bytes) {
                        yield state(target, format.read(bytes), index);
                    }
                }
            };
        } catch (ReplicaException.NotReady e) {
            return FragmentState.FORGOTTEN;
        } catch (ReplicaException | IOException e) {
            return FragmentState.UNKNOWN;
        }
    }

    private static FragmentState state(VersionFragments target, FragmentHeader header, int index) {
        return switch (header.kind()) {
            case POISON ->
                    header.id().equals(target.id(index))
                            ? FragmentState.POISON
                            : FragmentState.UNKNOWN;
            case DATA -> target.matches(header, index) ? FragmentState.DATA : FragmentState.UNKNOWN;
        };
    }
}
