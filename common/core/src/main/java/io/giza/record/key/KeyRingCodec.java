package io.giza.record.key;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.time.Instant;

/**
 * The ring of the keys that wrap data keys, as the body of a PUT value, compact binary.
 *
 * <pre>
 * ring    := version*
 * version := seconds nanos sealed
 * </pre>
 */
public final class KeyRingCodec {
    /** The format of the body, carried by its value. */
    public static final int FORMAT = 1;

    private KeyRingCodec() {}

    /** Encodes a ring. */
    public static Bytes encode(KeyRing ring) {
        return new BinaryWriter()
                .list(
                        ring.versions(),
                        (writer, version) ->
                                writer.fixed64(version.created().getEpochSecond())
                                        .count(version.created().getNano())
                                        .bytes(version.sealed()))
                .toBytes();
    }

    /**
     * Decodes the ring of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     ring
     */
    public static KeyRing decode(Value value) {
        return BinaryReader.decode(
                "key ring",
                value,
                FORMAT,
                reader ->
                        new KeyRing(
                                reader.list(
                                        each ->
                                                new KeyRing.Version(
                                                        Instant.ofEpochSecond(
                                                                each.fixed64(), each.count()),
                                                        each.bytes()))));
    }
}
