package io.giza.model;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The identity of one multipart upload, as its client knows it: 32 lower-case hexadecimal digits.
 *
 * @param value a random UUID
 */
public record UploadId(UUID value) {
    /** The length of {@link #toString}. */
    static final int TEXT_LENGTH = 32;

    private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{32}");
    private static final int HEX = 16;

    /** Returns a fresh identity drawn from {@code random}. */
    public static UploadId random(RandomGenerator random) {
        return new UploadId(new UUID(random.nextLong(), random.nextLong()));
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
        return new OpId(value);
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
