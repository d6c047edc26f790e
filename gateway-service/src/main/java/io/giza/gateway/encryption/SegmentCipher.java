package io.giza.gateway.encryption;

import io.giza.encryption.SegmentLayout;
import io.giza.model.Bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;

/**
 * Encrypts and decrypts the segments of one stream, in any order: AES-256-GCM under a key that is
 * derived from the data key for this stream alone, with a nonce that says which segment it is and
 * whether it is the last. So a segment that was changed, moved, left out or cut off is refused.
 *
 * <p>That is the construction of Tink's AES256-GCM-HKDF streams, whose header follows from the
 * stream here ({@link StreamIdentity}) and is not stored. For one task at a time.
 */
public final class SegmentCipher {
    private final SecretKey key;
    private final byte[] noncePrefix;
    private final Cipher cipher = Aes.cipher();

    SegmentCipher(byte[] dataKey, StreamIdentity identity) {
        this.key = Aes.derive(dataKey, identity.salt(), identity.associated());
        this.noncePrefix = identity.noncePrefix();
    }

    /** A segment is not what was encrypted: nothing of it was given out. */
    public static final class TamperedException extends IOException {
        private static final long serialVersionUID = 1L;

        TamperedException(long segment, GeneralSecurityException cause) {
            super("segment " + segment + " of the object is not what was encrypted", cause);
        }
    }

    /**
     * Encrypts a segment.
     *
     * @param sealed has {@link SegmentLayout#TAG_BYTES} more room than {@code plain} has bytes
     */
    public void encrypt(long segment, boolean isLast, ByteBuffer plain, ByteBuffer sealed) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key, Aes.parameters(nonce(segment, isLast)));
            cipher.doFinal(plain, sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("segment " + segment + " cannot be encrypted", e);
        }
    }

    /** Decrypts a segment. */
    public void decrypt(long segment, boolean isLast, ByteBuffer sealed, ByteBuffer plain)
            throws TamperedException {
        try {
            cipher.init(Cipher.DECRYPT_MODE, key, Aes.parameters(nonce(segment, isLast)));
            cipher.doFinal(sealed, plain);
        } catch (GeneralSecurityException e) {
            throw new TamperedException(segment, e);
        }
    }

    /** Encrypts what is held whole. */
    public Bytes encrypt(Bytes plain) {
        SegmentLayout layout = new SegmentLayout(plain.size());
        ByteBuffer from = ByteBuffer.wrap(plain.toArray());
        ByteBuffer to = ByteBuffer.allocate(Math.toIntExact(layout.storedBytes()));
        for (long segment = 0; segment < layout.segments(); segment++) {
            from.limit(from.position() + layout.plainLength(segment));
            encrypt(segment, layout.isLast(segment), from, to);
        }
        return Bytes.copyOf(to.array());
    }

    /** Decrypts what is held whole, of which {@code size} bytes were encrypted. */
    public byte[] decrypt(Bytes sealed, long size) throws TamperedException {
        SegmentLayout layout = new SegmentLayout(size);
        if (layout.storedBytes() != sealed.size()) {
            throw new TamperedException(0, new GeneralSecurityException("another length"));
        }
        ByteBuffer from = ByteBuffer.wrap(sealed.toArray());
        ByteBuffer to = ByteBuffer.allocate(Math.toIntExact(size));
        for (long segment = 0; segment < layout.segments(); segment++) {
            from.limit(from.position() + layout.storedLength(segment));
            decrypt(segment, layout.isLast(segment), from, to);
        }
        return to.array();
    }

    private byte[] nonce(long segment, boolean isLast) {
        return ByteBuffer.allocate(Aes.NONCE_BYTES)
                .put(noncePrefix)
                .putInt(Math.toIntExact(segment))
                .put((byte) (isLast ? 1 : 0))
                .array();
    }
}
