package io.giza.gateway.encryption;

import io.giza.model.Bytes;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key that is kept here, and wraps data keys: AES-256-GCM with random nonces. */
public final class WrappingKey {
    private final SecretKey key;

    /**
     * Takes a key.
     *
     * @param bytes 32 of them
     * @throws IllegalArgumentException if there are others
     */
    public WrappingKey(byte[] bytes) {
        if (bytes.length != Aes.KEY_BYTES) {
            throw new IllegalArgumentException("a key has 32 bytes, not " + bytes.length);
        }
        this.key = new SecretKeySpec(bytes, "AES");
    }

    /** Wraps a key, bound to {@code context}. */
    public Bytes wrap(byte[] dataKey, byte[] context, RandomGenerator random) {
        byte[] nonce = new byte[Aes.NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = Aes.seal(key, nonce, context, dataKey);
        byte[] all = Arrays.copyOf(nonce, nonce.length + sealed.length);
        System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
        return Bytes.copyOf(all);
    }

    /**
     * Unwraps a key.
     *
     * @throws GeneralSecurityException if this key did not wrap it so
     */
    public byte[] unwrap(Bytes wrapped, byte[] context) throws GeneralSecurityException {
        byte[] all = wrapped.toArray();
        int head = Math.min(all.length, Aes.NONCE_BYTES);
        return Aes.open(
                key,
                Arrays.copyOf(all, Aes.NONCE_BYTES),
                context,
                Arrays.copyOfRange(all, head, all.length));
    }
}
