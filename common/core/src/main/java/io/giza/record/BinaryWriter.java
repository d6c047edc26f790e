package io.giza.record;

import io.giza.model.Bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Writes compact binary: big-endian integers, variable-length counts (7 bits a byte, low bits
 * first), length-prefixed UTF-8.
 */
public final class BinaryWriter {
    private static final int FIRST_CAPACITY = 256;

    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_CAPACITY);

    /** Writes one byte, the lowest of {@code value}. */
    public BinaryWriter octet(int value) {
        roomFor(Byte.BYTES).put((byte) value);
        return this;
    }

    /** Writes whether something holds, as one byte. */
    public BinaryWriter flag(boolean value) {
        return octet(value ? 1 : 0);
    }

    /**
     * Writes a number in 1 to 9 bytes.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public BinaryWriter count(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("counts are not negative: " + value);
        }
        long rest = value;
        while (rest >= 0x80) {
            octet((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        return octet((int) rest);
    }

    /** Writes a number in 8 bytes. */
    public BinaryWriter fixed64(long value) {
        roomFor(Long.BYTES).putLong(value);
        return this;
    }

    /** Writes a UUID in 16 bytes. */
    public BinaryWriter uuid(UUID value) {
        return fixed64(value.getMostSignificantBits()).fixed64(value.getLeastSignificantBits());
    }

    /** Writes how many bytes there are, then the bytes. */
    public BinaryWriter bytes(Bytes value) {
        count(value.size());
        roomFor(value.size()).put(value.asBuffer());
        return this;
    }

    /** Writes how many bytes a text has in UTF-8, then these. */
    public BinaryWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        count(utf8.length);
        roomFor(utf8.length).put(utf8);
        return this;
    }

    /** Writes a map in the order of its keys, so that equal maps are equal bytes. */
    public BinaryWriter texts(Map<String, String> map) {
        count(map.size());
        new TreeMap<>(map).forEach((key, value) -> text(key).text(value));
        return this;
    }

    /** Writes how many items there are, then the items. */
    public <T> BinaryWriter list(Collection<T> items, BiConsumer<BinaryWriter, T> each) {
        count(items.size());
        items.forEach(item -> each.accept(this, item));
        return this;
    }

    /** Returns what was written. */
    public byte[] toArray() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Returns what was written. */
    public Bytes toBytes() {
        return Bytes.copyOf(buffer.duplicate().flip());
    }

    private ByteBuffer roomFor(int more) {
        if (buffer.remaining() < more) {
            int needed = Math.addExact(buffer.position(), more);
            buffer =
                    ByteBuffer.allocate(Math.max(needed, 2 * buffer.capacity())).put(buffer.flip());
        }
        return buffer;
    }
}
