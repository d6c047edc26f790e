package io.giza.stripe;

import io.giza.concurrent.Surroundings;
import io.giza.erasure.ByteRange;
import io.giza.erasure.ErasureCode;
import io.giza.erasure.StripeLayout;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Makes a fragment anew from the others of its version, byte for byte as its put wrote it. Holds
 * one stripe at a time.
 */
public final class FragmentRebuilder {
    private final Surroundings surroundings;
    private final FragmentFormat format;

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
            ReadTarget target, int index, FragmentStore into, ReadSettings settings) {
        Optional<FragmentHeader> header = header(target, index);
        if (header.isEmpty()) {
            return Outcome.TOO_FEW;
        }
        StripeLayout layout = target.layout();
        long length = format.headerLength(target.id(index)) + layout.bodyLength();
        ByteRange whole = new ByteRange(0, layout.objectSize());
        try (StripeReader reader =
                        StripeReader.open(surroundings, format, target, settings, whole);
                FragmentUpload upload = into.create(target.id(index), length)) {
            upload.write(ByteBuffer.wrap(format.encode(header.get())));
            Recoder recoder = new Recoder(target, index, upload);
            reader.writeTo(recoder);
            recoder.finish();
            return switch (upload.complete()) {
                case STORED -> Outcome.STORED;
                case ALREADY_THERE -> Outcome.TAKEN;
            };
        } catch (TooFewFragmentsException e) {
            return Outcome.TOO_FEW;
        } catch (ReplicaException | IOException e) {
            return Outcome.UNKNOWN;
        }
    }

    /** What its put said of the circumstances stands in the headers of the others. */
    private Optional<FragmentHeader> header(ReadTarget target, int index) {
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

    private Optional<FragmentHeader> read(ReadTarget target, int index) {
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

    /** Takes the bytes of the object, codes stripe by stripe, and sends on one of the shards. */
    private static final class Recoder extends OutputStream {
        private final StripeLayout layout;
        private final int index;
        private final FragmentUpload upload;
        private final ErasureCode code;
        private final BlockChecksum[] checksums;
        private final FramedStripe framed;
        private final byte[] stripe;
        private long number;
        private int filled;

        Recoder(ReadTarget target, int index, FragmentUpload upload) {
            this.layout = target.layout();
            this.index = index;
            this.upload = upload;
            code = ErasureCode.of(layout.coding());
            checksums = new BlockChecksum[layout.coding().fragments()];
            Arrays.setAll(checksums, i -> new BlockChecksum(target.id(i), layout));
            framed = new FramedStripe(layout, StripeBuffers.fresh(layout));
            stripe = new byte[layout.stripeLength(0)];
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            int from = offset;
            while (from < offset + length) {
                int count = Math.min(offset + length - from, layout.stripeLength(number) - filled);
                System.arraycopy(source, from, stripe, filled, count);
                filled += count;
                from += count;
                if (filled == layout.stripeLength(number)) {
                    send();
                }
            }
        }

        private void send() throws IOException {
            framed.fill(code, checksums, number, new ArraySource(stripe));
            try {
                upload.write(framed.shard(index));
            } catch (ReplicaException e) {
                throw new IOException("the fragment is not taken", e);
            }
            number++;
            filled = 0;
        }

        void finish() throws IOException {
            if (number != layout.stripes() || filled != 0) {
                throw new IOException("only " + number + " of " + layout.stripes() + " stripes");
            }
        }
    }
}
