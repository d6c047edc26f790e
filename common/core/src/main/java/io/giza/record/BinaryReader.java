package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Value;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Reads what {@link BinaryWriter} wrote; everything it reads may be hostile. */
final class BinaryReader {
    private final ByteBuffer buffer;

    BinaryReader(Bytes bytes) {
        this.buffer = bytes.asBuffer();
    }

    /**
     * Decodes all of {@code bytes}: running past the end or leaving a rest is a format error, and
     * so is whatever the records that are made of them refuse.
     *
     * @param what begins the message of every refusal
     */
    static <T> T decode(String what, Bytes bytes, Function<BinaryReader, T> decoder) {
        BinaryReader reader = new BinaryReader(bytes);
        try {
            T result = decoder.apply(reader);
            if (reader.buffer.hasRemaining()) {
                throw new FormatException("bytes are left over");
            }
            return result;
        } catch (BufferUnderflowException e) {
            throw new FormatException(what + " is cut short", e);
        } catch (FormatException e) {
            throw new FormatException(what + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException
                | IllegalStateException
                | ArithmeticException
                | DateTimeException e) {
            throw new FormatException(what + " is not valid: " + e.getMessage(), e);
        }
    }

    /**
     * Decodes the whole body of a value.
     *
     * @param what what it is, for messages
     * @param format the one format of it that this release reads
     * @throws FormatException if it is of another format, or {@code decoder} cannot read it
     */
    static <T> T decode(String what, Value value, int format, Function<BinaryReader, T> decoder) {
        String name = what + " " + value.id();
        if (value.format() != format) {
            throw new FormatException(
                    name
                            + " has format "
                            + value.format()
                            + ", this release reads format "
                            + format);
        }
        return decode(name, value.body(), decoder);
    }

    int octet() {
        return buffer.get() & 0xFF;
    }

    long count() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int octet = octet();
            value |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new FormatException("a count is longer than 63 bits");
    }

    /** Reads a count of items of at least one byte each: more than what is left is refused. */
    int size() {
        long size = count();
        if (size > buffer.remaining()) {
            throw new FormatException("a length of " + size + " is longer than what follows");
        }
        return (int) size;
    }

    void skip(int length) {
        if (length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        buffer.position(buffer.position() + length);
    }

    long fixed64() {
        return buffer.getLong();
    }

    UUID uuid() {
        return new UUID(fixed64(), fixed64());
    }

    Bytes bytes() {
        byte[] content = new byte[size()];
        buffer.get(content);
        return Bytes.copyOf(content);
    }

    String text() {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes().asBuffer()).toString();
        } catch (CharacterCodingException e) {
            throw new FormatException("text is not UTF-8", e);
        }
    }

    Map<String, String> texts() {
        Map<String, String> map = new HashMap<>();
        for (int left = size(); left > 0; left--) {
            map.put(text(), text());
        }
        return map;
    }

    <T> List<T> list(Function<BinaryReader, T> each) {
        List<T> items = new ArrayList<>();
        for (int left = size(); left > 0; left--) {
            items.add(each.apply(this));
        }
        return items;
    }
}
