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
public final class BinaryReader {
    private static final char REPLACEMENT = '\ufffd';

    private final ByteBuffer buffer;

    private BinaryReader(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Decodes all of {@code bytes}: running past the end or leaving a rest is a format error, and
     * so is whatever the records that are made of them refuse.
     *
     * @param what begins the message of every refusal
     * @throws FormatException and nothing else, if {@code decoder} reads with this class alone
     */
    public static <T> T decode(String what, byte[] bytes, Function<BinaryReader, T> decoder) {
        return decode(what, ByteBuffer.wrap(bytes), decoder);
    }

    static <T> T decode(String what, Bytes bytes, Function<BinaryReader, T> decoder) {
        return decode(what, bytes.asBuffer(), decoder);
    }

    private static <T> T decode(String what, ByteBuffer buffer, Function<BinaryReader, T> decoder) {
        BinaryReader reader = new BinaryReader(buffer);
        try {
            T result = decoder.apply(reader);
            if (buffer.hasRemaining()) {
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
    public static <T> T decode(
            String what, Value value, int format, Function<BinaryReader, T> decoder) {
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

    /** Reads one byte, 0 to 255. */
    public int octet() {
        return buffer.get() & 0xFF;
    }

    /** Reads a byte that says whether something holds. */
    public boolean flag() {
        int octet = octet();
        if (octet > 1) {
            throw new FormatException("a flag is 0 or 1, not " + octet);
        }
        return octet == 1;
    }

    /** Reads a number of at most 63 bits. */
    public long count() {
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

    public long fixed64() {
        return buffer.getLong();
    }

    /** Reads a UUID. */
    public UUID uuid() {
        return new UUID(fixed64(), fixed64());
    }

    /** Reads bytes and how many they are. */
    public Bytes bytes() {
        int size = size();
        Bytes content = Bytes.copyOf(buffer.slice(buffer.position(), size));
        skip(size);
        return content;
    }

    /** Reads a text. */
    public String text() {
        byte[] utf8 = new byte[size()];
        buffer.get(utf8);
        String text = new String(utf8, StandardCharsets.UTF_8);
        // Whatever is no UTF-8 becomes this character, which a text may have by itself too.
        return text.indexOf(REPLACEMENT) < 0 ? text : strictly(utf8);
    }

    private static String strictly(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
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

    /** Reads a list; its items take at least one byte each. */
    public <T> List<T> list(Function<BinaryReader, T> each) {
        List<T> items = new ArrayList<>();
        for (int left = size(); left > 0; left--) {
            items.add(each.apply(this));
        }
        return items;
    }
}
