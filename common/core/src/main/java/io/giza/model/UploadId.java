package io.giza.model;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The identity of one multipart upload, as its client knows it: 32 lower-case hexadecimal digits.
 * They begin with the time at which it began, so that the uploads of one key are listed in the
 * order in which they did, as in S3.
 *
 * @param value 48 bits of milliseconds since 1970, then 80 random ones
 */
public record UploadId(UUID value) {
    /** The length of {@link #toString}. */
    static final int TEXT_LENGTH = 32;

    private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{32}");
    private static final int HEX = 16;

    /** How many of the upper 64 bits are random. */
    private static final int RANDOM_BITS = 16;

    /** Returns a fresh identity of an upload that began then, drawn from {@code random}. */
    public static UploadId create(Instant then, RandomGenerator random) {
        long time = then.toEpochMilli() << RANDOM_BITS;
        long mask = (1L << RANDOM_BITS) - 1;
        return new UploadId(new UUID(time | (random.nextLong() & mask), random.nextLong()));
    }

    /** Reads {@link #toString}; empty if no upload is called that. */
    public static Optional<UploadId> parse(String text) {
        if (!SHAPE.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new UploadId(
                        new UUID(
                                Long.parseUnsignedLong(text.substring(0, HEX), HEX),
                                Long.parseUnsignedLong(text.substring(HEX), HEX))));
    }

    /**
     * Returns the operation that completes the upload, the same whoever completes it and however
     * often it is tried.
     */
    public OpId completion() {
        return OpId.undated(value);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%016x%016x",
                value.getMostSignificantBits(),
                value.getLeastSignificantBits());
    }
}
