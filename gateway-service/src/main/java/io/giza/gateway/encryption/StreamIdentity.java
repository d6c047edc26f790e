package io.giza.gateway.encryption;

import io.giza.model.ObjectKey;
import io.giza.model.PutId;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.UUID;

/**
 * Whose bytes a stream is, as associated data: bucket, hash of the row's name, put. The name of a
 * part's row has its upload and its number.
 *
 * @param associated the associated data
 * @param salt what the stream's key is derived with
 * @param noncePrefix what all nonces of the stream begin with
 */
record StreamIdentity(byte[] associated, byte[] salt, byte[] noncePrefix) {
    private static final int SALT_BYTES = 32;
    private static final int PREFIX_BYTES = 7;

    static StreamIdentity of(ObjectKey row, PutId put) {
        byte[] associated =
                ByteBuffer.allocate(64)
                        .put(bytes(row.bucket().value()))
                        .put(digest("SHA-256", row.name().getBytes(StandardCharsets.UTF_8)))
                        .put(bytes(put.value()))
                        .array();
        byte[] header = digest("SHA-512", associated);
        return new StreamIdentity(
                associated,
                Arrays.copyOf(header, SALT_BYTES),
                Arrays.copyOfRange(header, SALT_BYTES, SALT_BYTES + PREFIX_BYTES));
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }
}
