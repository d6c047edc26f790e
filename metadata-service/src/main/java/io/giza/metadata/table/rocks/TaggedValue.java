package io.giza.metadata.table.rocks;

import io.giza.metadata.table.RowTableException;
import io.giza.model.Bytes;
import io.giza.record.FormatException;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.function.Function;

/**
 * Values as bytes: the tag, a counter of 8 bytes that each write raises by one, and then the row or
 * segment. Writers compare tags, so two writes of equal rows are told apart.
 */
final class TaggedValue {
    private TaggedValue() {}

    static byte[] encode(long tag, Bytes encoded) {
        return ByteBuffer.allocate(Long.BYTES + encoded.size())
                .putLong(tag)
                .put(encoded.asBuffer())
                .array();
    }

    /** Returns the tag, which is 0 where nothing is stored. */
    static long tagOf(byte @Nullable [] stored) {
        return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
    }

    /**
     * Decodes what follows the tag.
     *
     * @param what is named in the message if it cannot be decoded
     */
    static <T> T decode(String what, byte[] stored, Function<Bytes, T> decoder)
            throws RowTableException {
        if (stored.length < Long.BYTES) {
            throw new RowTableException(what + ": it is too short for its tag", null);
        }
        try {
            ByteBuffer rest = ByteBuffer.wrap(stored, Long.BYTES, stored.length - Long.BYTES);
            return decoder.apply(Bytes.copyOf(rest));
        } catch (FormatException e) {
            throw new RowTableException(what + ": " + e.getMessage(), e);
        }
    }
}
