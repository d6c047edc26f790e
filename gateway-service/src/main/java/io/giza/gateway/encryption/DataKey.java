package io.giza.gateway.encryption;

import io.giza.model.ObjectKey;
import io.giza.model.PutId;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The key of one object's bytes. It leaves the gateway only wrapped by another key. */
public final class DataKey {
    private final byte[] bytes;

    private DataKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Makes a key.
     *
     * @param random cryptographically strong
     */
    static DataKey random(RandomGenerator random) {
        byte[] bytes = new byte[Aes.KEY_BYTES];
        random.nextBytes(bytes);
        return new DataKey(bytes);
    }

    /**
     * Takes a key that was unwrapped.
     *
     * @throws IllegalArgumentException if it has another length
     */
    static DataKey of(byte[] bytes) {
        if (bytes.length != Aes.KEY_BYTES) {
            throw new IllegalArgumentException("a data key of " + bytes.length + " bytes");
        }
        return new DataKey(bytes.clone());
    }

    /** Returns the key itself, to be wrapped. */
    byte[] toArray() {
        return Arrays.copyOf(bytes, bytes.length);
    }

    /**
     * Begins to encrypt or decrypt a stream: the bytes of one put.
     *
     * @param row the row that the put is in: of an object, or of a part
     * @param put the put, of which every attempt has another identity; so no two streams are
     *     encrypted alike
     */
    public SegmentCipher stream(ObjectKey row, PutId put) {
        return new SegmentCipher(bytes, StreamIdentity.of(row, put));
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "DataKey";
    }
}
