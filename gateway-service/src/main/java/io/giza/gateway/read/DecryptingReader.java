package io.giza.gateway.read;

import io.giza.encryption.SegmentLayout;
import io.giza.erasure.ByteRange;
import io.giza.gateway.encryption.SegmentCipher;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.VersionFragments.PutRef;
import io.giza.stripe.read.ByteTarget;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decrypts a range of a put: those segments that it touches, one at a time, each verified before a
 * byte of it is written.
 *
 * @param stored reads those segments as they are stored
 * @param key opens them
 * @param put whose bytes they are
 * @param layout where segments lie in the put
 * @param range what is wanted of it
 */
record DecryptingReader(
        RangeReader stored, VersionKey key, PutRef put, SegmentLayout layout, ByteRange range)
        implements RangeReader {
    /** Returns what has to be read of a put that is stored so. */
    static ByteRange storedRange(SegmentLayout layout, ByteRange range) {
        long last = lastSegment(range);
        return new ByteRange(
                layout.storedStart(SegmentLayout.segmentOf(range.from())),
                layout.storedStart(last) + layout.storedLength(last));
    }

    private static long lastSegment(ByteRange range) {
        return SegmentLayout.segmentOf(Math.max(range.from(), range.to() - 1));
    }

    @Override
    public void ready() throws IOException {
        stored.ready();
    }

    @Override
    public void writeTo(ByteTarget target) throws IOException {
        Decryption decryption = new Decryption(key.stream(put), layout, range, target);
        stored.writeTo(decryption);
        decryption.requireEnd();
    }

    @Override
    public VersionFragments current() {
        return stored.current();
    }

    @Override
    public void close() {
        stored.close();
    }

    /** Gathers segments as they arrive, and passes on what was wanted of each. */
    private static final class Decryption implements ByteTarget {
        private final SegmentCipher cipher;
        private final SegmentLayout layout;
        private final ByteRange range;
        private final ByteTarget target;
        private final ByteBuffer sealed;
        private final ByteBuffer plain;
        private long segment;

        Decryption(SegmentCipher cipher, SegmentLayout layout, ByteRange range, ByteTarget target) {
            this.cipher = cipher;
            this.layout = layout;
            this.range = range;
            this.target = target;
            this.segment = SegmentLayout.segmentOf(range.from());
            int most = (int) Math.min(layout.storedBytes(), SegmentLayout.STORED_BYTES);
            this.sealed = ByteBuffer.allocate(most);
            this.plain = ByteBuffer.allocate(most);
            sealed.limit(layout.storedLength(segment));
        }

        @Override
        public void write(ByteBuffer... bytes) throws IOException {
            for (ByteBuffer each : bytes) {
                while (each.hasRemaining()) {
                    take(each);
                }
            }
        }

        private void take(ByteBuffer from) throws IOException {
            if (!sealed.hasRemaining()) {
                throw new IOException("more bytes than were asked for");
            }
            int count = Math.min(from.remaining(), sealed.remaining());
            sealed.put(sealed.position(), from, from.position(), count);
            sealed.position(sealed.position() + count);
            from.position(from.position() + count);
            if (!sealed.hasRemaining()) {
                open();
            }
        }

        private void open() throws IOException {
            sealed.flip();
            plain.clear();
            cipher.decrypt(segment, layout.isLast(segment), sealed, plain);
            plain.flip();
            long start = layout.plainStart(segment);
            plain.limit((int) Math.min(plain.limit(), range.to() - start));
            plain.position((int) Math.max(0, range.from() - start));
            segment++;
            // Nothing is taken after the last one, and so it is left full.
            sealed.clear();
            sealed.limit(segment <= lastSegment(range) ? layout.storedLength(segment) : 0);
            if (plain.hasRemaining()) {
                target.write(plain);
            }
        }

        void requireEnd() throws IOException {
            if (segment <= lastSegment(range)) {
                throw new IOException("fewer bytes than were asked for");
            }
        }
    }
}
