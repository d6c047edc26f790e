package io.giza.gateway.object;

import io.giza.concurrent.ReadWatch;
import io.giza.encryption.SegmentLayout;
import io.giza.gateway.encryption.SegmentCipher;
import io.giza.gateway.service.ObjectBody;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A body as it is stored: encrypted a segment at a time as it arrives. It is digested before that,
 * because its digests are those of what the client sent.
 */
final class EncryptedBody implements ObjectBody {
    private final ObjectBody plain;
    private final SegmentCipher cipher;
    private final SegmentLayout layout;
    private final byte[] segmentBytes;
    private final ByteBuffer sealed;
    private long next;

    /** Encrypts {@code plain}, of which nothing was read yet. */
    EncryptedBody(ObjectBody plain, SegmentCipher cipher) {
        this.plain = plain;
        this.cipher = cipher;
        this.layout = new SegmentLayout(plain.length());
        this.segmentBytes = new byte[(int) Math.min(plain.length(), SegmentLayout.PLAIN_BYTES)];
        this.sealed = ByteBuffer.allocate(segmentBytes.length + SegmentLayout.TAG_BYTES).limit(0);
    }

    @Override
    public long length() {
        return layout.storedBytes();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!sealed.hasRemaining()) {
            if (next == layout.segments()) {
                return -1;
            }
            sealNext();
        }
        int count = Math.min(length, sealed.remaining());
        sealed.get(target, offset, count);
        return count;
    }

    private void sealNext() throws IOException {
        int length = layout.plainLength(next);
        int filled = 0;
        while (filled < length) {
            int count = plain.read(segmentBytes, filled, length - filled);
            if (count < 0) {
                // The body knows what was announced, and says what is wrong with its end.
                plain.finish();
                throw new IOException("the body ended after fewer bytes than announced");
            }
            filled += count;
        }
        plain.digest(segmentBytes, 0, length);
        sealed.clear();
        cipher.encrypt(next, layout.isLast(next), ByteBuffer.wrap(segmentBytes, 0, length), sealed);
        sealed.flip();
        next++;
    }

    @Override
    public void watch(@Nullable ReadWatch watch) {
        plain.watch(watch);
    }

    @Override
    public void pause() {
        plain.pause();
    }

    /** What is stored has no digests. */
    @Override
    public void digest(byte[] source, int offset, int length) {}

    @Override
    public Digests finish() throws IOException {
        return plain.finish();
    }
}
