package io.giza.stripe.repair;

import io.giza.concurrent.Surroundings;
import io.giza.erasure.StripeLayout;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.BlockChecksum;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.PartReader;
import io.giza.stripe.read.ReadPlan;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.TooFewFragmentsException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Makes a fragment anew from others of its version, byte for byte as its put wrote it: from the
 * cheapest that suffice, which in a local reconstruction code are those of its group. Holds a few
 * stripes at a time.
 */
public final class FragmentRebuilder {
    private final Surroundings surroundings;
    private final FragmentFormat format;

    /** Rebuilds fragments of this format, in simulated or real time. */
    public FragmentRebuilder(Surroundings surroundings, FragmentFormat format) {
        this.surroundings = surroundings;
        this.format = format;
    }

    /** What became of a fragment. */
    public enum Outcome {
        /** It is there. */
        STORED,
        /** Something is under its name already. */
        TAKEN,
        /** Too few of the others can be read now. */
        TOO_FEW,
        /** The store did not take it, or did not say. */
        UNKNOWN
    }

    /**
     * Rebuilds one fragment.
     *
     * @param target the version; its store of this fragment is not asked for anything
     * @param index which fragment
     * @param into where it is created
     */
    public Outcome rebuild(
            VersionFragments target, int index, FragmentStore into, ReadSettings settings) {
        Optional<FragmentHeader> header = header(target, index);
        if (header.isEmpty()) {
            return Outcome.TOO_FEW;
        }
        StripeLayout layout = target.layout();
        long length = format.headerLength(target.id(index)) + layout.bodyLength();
        try (FragmentUpload upload = into.create(target.id(index), length)) {
            upload.write(ByteBuffer.wrap(format.encode(header.get())));
            if (layout.objectSize() > 0) {
                send(target, index, upload, settings);
            }
            return switch (upload.complete().outcome()) {
                case STORED -> Outcome.STORED;
                case ALREADY_THERE -> Outcome.TAKEN;
            };
        } catch (TooFewFragmentsException e) {
            return Outcome.TOO_FEW;
        } catch (ReplicaException e) {
            return Outcome.UNKNOWN;
        }
    }

    private void send(
            VersionFragments target, int index, FragmentUpload upload, ReadSettings settings)
            throws TooFewFragmentsException, ReplicaException {
        ReadPlan plan = ReadPlan.ofFragment(target.layout(), index);
        PartReader part = new PartReader(surroundings, format, target, settings, plan);
        BlockChecksum checksum = new BlockChecksum(target.id(index), target.layout());
        try {
            while (!part.isDone()) {
                part.gather();
                part.writeStripe(checksum, upload);
            }
        } finally {
            part.stop();
        }
    }

    /** What its put said of the circumstances stands in the headers of the others. */
    private Optional<FragmentHeader> header(VersionFragments target, int index) {
        for (int other = 0; other < target.stores().size(); other++) {
            Optional<FragmentHeader> found =
                    other == index ? Optional.empty() : read(target, other);
            if (found.isPresent()) {
                FragmentHeader like = found.get();
                return Optional.of(
                        new FragmentHeader(
                                like.kind(),
                                target.id(index),
                                like.layout(),
                                like.base(),
                                like.epoch()));
            }
        }
        return Optional.empty();
    }

    private Optional<FragmentHeader> read(VersionFragments target, int index) {
        int length = format.headerLength(target.id(index));
        try {
            return switch (target.stores().get(index).read(target.id(index), 0, length)) {
                case FragmentRead.Absent() -> Optional.empty();
                case FragmentRead.Found(InputStream bytes) -> {
                    try (bytes) {
                        FragmentHeader header = format.read(bytes);
                        yield header.kind() == FragmentHeader.Kind.DATA
                                        && target.matches(header, index)
                                ? Optional.of(header)
                                : Optional.empty();
                    }
                }
            };
        } catch (ReplicaException | IOException e) {
            return Optional.empty();
        }
    }
}
