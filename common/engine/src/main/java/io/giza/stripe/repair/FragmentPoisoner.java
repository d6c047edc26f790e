package io.giza.stripe.repair;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Takes the names of fragments that were never stored, so that they never can be: under each a
 * header alone is created, which fails where the fragment came first.
 */
public final class FragmentPoisoner {
    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final FragmentProbe probe;

    /** Poisons by headers of this format, in simulated or real time. */
    public FragmentPoisoner(Surroundings surroundings, FragmentFormat format) {
        this.surroundings = surroundings;
        this.format = format;
        this.probe = new FragmentProbe(surroundings, format);
    }

    /**
     * Poisons the names of {@code indices}, all at once.
     *
     * @param stamp what the version's own fragments say of the circumstances of their put
     * @param known what was found under each name before
     * @return what is under each name now; UNKNOWN where the attempt was not answered by the
     *     deadline, though the poison may be there or may yet come
     */
    public List<FragmentState> poison(
            VersionFragments target,
            PutSpec.Stamp stamp,
            List<FragmentState> known,
            Set<Integer> indices,
            Deadline deadline) {
        Inbox<Finding> findings = surroundings.tasks().inbox(Math.max(1, indices.size()));
        List<FragmentState> states = new ArrayList<>(known);
        // In order: sets iterate as the process likes, and a simulation repeats its seed.
        for (int index : new TreeSet<>(indices)) {
            states.set(index, FragmentState.UNKNOWN);
            surroundings
                    .tasks()
                    .fork(
                            "poison-" + target.putId() + "." + index,
                            () -> findings.put(new Finding(index, poison(target, stamp, index))));
        }
        for (int received = 0; received < indices.size(); received++) {
            Optional<Finding> finding = findings.take(deadline);
            if (finding.isEmpty()) {
                break;
            }
            states.set(finding.get().index, finding.get().state);
        }
        return List.copyOf(states);
    }

    private record Finding(int index, FragmentState state) {}

    /** A name that was taken first is looked at: it may be data, or the poison of another. */
    private FragmentState poison(VersionFragments target, PutSpec.Stamp stamp, int index) {
        FragmentId id = target.id(index);
        byte[] header =
                format.encode(
                        new FragmentHeader(
                                FragmentHeader.Kind.POISON,
                                id,
                                target.layout(),
                                stamp.base(),
                                stamp.epoch()));
        try (FragmentUpload upload = target.stores().get(index).create(id, header.length)) {
            upload.write(ByteBuffer.wrap(header));
            return switch (upload.complete().outcome()) {
                case STORED -> FragmentState.POISON;
                case ALREADY_THERE -> probe.probeOne(target, index);
            };
        } catch (ReplicaException e) {
            return FragmentState.UNKNOWN;
        }
    }
}
