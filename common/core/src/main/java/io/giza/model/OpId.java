package io.giza.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The identity of one client operation, the same over all of its retries, so that a retry of an
 * operation that already happened finds the earlier version.
 *
 * @param value derived from the client's invocation id and all that is asked, or random
 */
public record OpId(UUID value) {
    /** Returns a fresh identity drawn from {@code random}. */
    public static OpId random(RandomGenerator random) {
        return new OpId(new UUID(random.nextLong(), random.nextLong()));
    }

    /**
     * Returns the identity that all of {@code parts} name together. Nobody finds others that name
     * the same.
     */
    public static OpId named(List<String> parts) {
        MessageDigest digest = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            digest.update(bytes);
        }
        ByteBuffer name = ByteBuffer.wrap(digest.digest());
        return new OpId(new UUID(name.getLong(), name.getLong()));
    }

    /**
     * Returns the identity of an operation that was given one which another operation has: a fresh
     * one, of which {@link #isRenamed} tells whose it is.
     */
    public OpId renamed(RandomGenerator random) {
        return renamed(random.nextLong());
    }

    private OpId renamed(long number) {
        long proof =
                named(List.of(toString(), Long.toHexString(number)))
                        .value
                        .getLeastSignificantBits();
        return new OpId(new UUID(number, proof));
    }

    /** Tells whether this is {@code original}, or what it was renamed to. */
    public boolean isRenamed(OpId original) {
        return equals(original) || equals(original.renamed(value.getMostSignificantBits()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
