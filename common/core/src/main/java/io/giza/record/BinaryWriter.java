package io.giza.record;

import io.giza.model.Bytes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Writes compact binary records: big-endian integers, variable-length counts (7 bits a byte, low
 * bits first), length-prefixed UTF-8.
 */
final class BinaryWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    BinaryWriter octet(int value) {
        return write(() -> out.writeByte(value));
    }

    BinaryWriter count(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("counts are not negative: " + value);
        }
        return write(
                () -> {
                    long rest = value;
                    while (rest >= 0x80) {
                        out.writeByte((int) (rest & 0x7F) | 0x80);
                        rest >>>= 7;
                    }
                    out.writeByte((int) rest);
                });
    }

    BinaryWriter fixed64(long value) {
        return write(() -> out.writeLong(value));
    }

    BinaryWriter uuid(UUID value) {
        return fixed64(value.getMostSignificantBits()).fixed64(value.getLeastSignificantBits());
    }

    BinaryWriter bytes(Bytes value) {
        count(value.size());
        return write(() -> out.write(value.toArray()));
    }

    BinaryWriter text(String value) {
        return bytes(Bytes.copyOf(value.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes a map in the order of its keys, so that equal maps are equal bytes. */
    BinaryWriter texts(Map<String, String> map) {
        count(map.size());
        new TreeMap<>(map).forEach((key, value) -> text(key).text(value));
        return this;
    }

    <T> BinaryWriter list(Collection<T> items, BiConsumer<BinaryWriter, T> each) {
        count(items.size());
        items.forEach(item -> each.accept(this, item));
        return this;
    }

    Bytes toBytes() {
        return Bytes.copyOf(bytes.toByteArray());
    }

    private interface Writing {
        void run() throws IOException;
    }

    private BinaryWriter write(Writing writing) {
        try {
            writing.run();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }
}
