package io.giza.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The identity of one client operation, the same over all of its retries, so that a retry of an
 * operation that already happened finds the earlier version.
 *
 * <p>The last 54 bits are no part of the identity and are ignored by equality. In a record they
 * hold the attempt that wrote it: a pattern that identities without an attempt do not have, a flag
 * for retries, and the date of its signature in seconds. A first attempt is late if it finds the
 * record of a retry with an equal or later date. The client's clock is compared with itself alone.
 *
 * @param value derived from the client's invocation id and all that is asked, or random
 */
public record OpId(UUID value) {
    /** Seconds since 1970, until the year 2242. */
    private static final int DATE_BITS = 33;

    private static final long DATE = (1L << DATE_BITS) - 1;
    private static final long RETRY = 1L << DATE_BITS;
    private static final int PATTERN_BITS = 20;
    private static final long PATTERN = 0xA53C9L << (DATE_BITS + 1);
    private static final int ATTEMPT_BITS = DATE_BITS + 1 + PATTERN_BITS;
    private static final long ATTEMPT = (1L << ATTEMPT_BITS) - 1;

    /** Returns a fresh identity drawn from {@code random}. */
    public static OpId random(RandomGenerator random) {
        return undated(new UUID(random.nextLong(), random.nextLong()));
    }

    /** Returns an identity without an attempt: chance gives no record the mark of a retry. */
    public static OpId undated(UUID value) {
        return new OpId(
                new UUID(value.getMostSignificantBits(), value.getLeastSignificantBits() & ~RETRY));
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
        return undated(new UUID(name.getLong(), name.getLong()));
    }

    /**
     * Returns the identity with the attempt that writes a record.
     *
     * @param date when the client signed the attempt
     */
    public OpId ofAttempt(Instant date, boolean isRetry) {
        long seconds = Math.clamp(date.getEpochSecond(), 0, DATE);
        return withMark(PATTERN | seconds | (isRetry ? RETRY : 0));
    }

    /**
     * Returns the identity with a random mark in the place of an attempt. Requests with the same
     * identity are {@link #renamed} to different identities by it.
     */
    public OpId ofRequest(RandomGenerator random) {
        return withMark(random.nextLong() & ATTEMPT);
    }

    private OpId withMark(long mark) {
        return new OpId(
                new UUID(
                        value.getMostSignificantBits(),
                        (value.getLeastSignificantBits() & ~ATTEMPT) | mark));
    }

    /** Whether a retry wrote the record. Only then it has a {@link #signingDate} for sure. */
    public boolean isOfRetry() {
        return hasAttempt() && (value.getLeastSignificantBits() & RETRY) != 0;
    }

    /**
     * Returns the date of the attempt's signature by the client's clock, in whole seconds; empty if
     * the record has no date.
     */
    public Optional<Instant> signingDate() {
        return hasAttempt()
                ? Optional.of(Instant.ofEpochSecond(value.getLeastSignificantBits() & DATE))
                : Optional.empty();
    }

    private boolean hasAttempt() {
        return (value.getLeastSignificantBits() & ATTEMPT & ~(RETRY | DATE)) == PATTERN;
    }

    /** Returns the identity of the record of a refused retry of this operation. */
    public OpId refusal() {
        return named(List.of(identity().toString(), "refused"));
    }

    private UUID identity() {
        return new UUID(value.getMostSignificantBits(), value.getLeastSignificantBits() & ~ATTEMPT);
    }

    /**
     * Returns the identity of an operation that was given one which another operation has: a fresh
     * one, of which {@link #isRenamed} tells whose it is.
     */
    public OpId renamed(RandomGenerator random) {
        return renamed(random.nextInt());
    }

    /** The number is the first 32 bits; all bits after it are derived from it and the original. */
    private OpId renamed(int number) {
        UUID proof = named(List.of(toString(), Integer.toHexString(number))).value;
        long numbered =
                (long) number << Integer.SIZE | proof.getMostSignificantBits() >>> Integer.SIZE;
        return undated(new UUID(numbered, proof.getLeastSignificantBits()));
    }

    /** Tells whether this is {@code original}, or what it was renamed to. */
    public boolean isRenamed(OpId original) {
        return equals(original) || equals(original.renamed(number()));
    }

    private int number() {
        return (int) (value.getMostSignificantBits() >>> Integer.SIZE);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OpId(UUID another)
                && value.getMostSignificantBits() == another.getMostSignificantBits()
                && value.getLeastSignificantBits() >>> ATTEMPT_BITS
                        == another.getLeastSignificantBits() >>> ATTEMPT_BITS;
    }

    @Override
    public int hashCode() {
        return identity().hashCode();
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
