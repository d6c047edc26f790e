package io.giza.model;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * The name of one version of an object. To clients it is an opaque text; the put's identity is in
 * it so that no version of another incarnation of the row can be meant by mistake.
 *
 * @param generation the incarnation of the row
 * @param version the number of the version, from 1
 * @param putId the identity of the version's record
 */
public record VersionId(long generation, long version, PutId putId) implements VersionName {
    private static final int BYTES = 2 * Long.BYTES + 2 * Long.BYTES;
    private static final int CHARACTERS = (BYTES * 8 + 5) / 6;

    /** Reads the text of {@link #toString}; empty if it is not exactly such a text. */
    public static Optional<VersionId> parse(String text) {
        if (text.length() != CHARACTERS) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.length != BYTES) {
            return Optional.empty();
        }
        ByteBuffer source = ByteBuffer.wrap(bytes);
        VersionId id =
                new VersionId(
                        source.getLong(),
                        source.getLong(),
                        new PutId(new UUID(source.getLong(), source.getLong())));
        // The last character has bits to spare: one version has one name.
        return id.generation >= 0 && id.version >= 1 && id.toString().equals(text)
                ? Optional.of(id)
                : Optional.empty();
    }

    @Override
    public String toString() {
        byte[] bytes =
                ByteBuffer.allocate(BYTES)
                        .putLong(generation)
                        .putLong(version)
                        .putLong(putId.value().getMostSignificantBits())
                        .putLong(putId.value().getLeastSignificantBits())
                        .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
