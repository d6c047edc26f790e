package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Value;

import java.time.Instant;

/**
 * What operators did, as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := seconds nanos access-key account remote dc method path fields status error
 * </pre>
 */
public final class AuditRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private AuditRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(AuditRecord record) {
        return new BinaryWriter()
                .fixed64(record.time().getEpochSecond())
                .count(record.time().getNano())
                .text(record.accessKey())
                .text(record.account())
                .text(record.remote())
                .text(record.dc())
                .text(record.method())
                .text(record.path())
                .texts(record.fields())
                .count(record.status())
                .text(record.error())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     such record
     */
    public static AuditRecord decode(Value value) {
        return BinaryReader.decode(
                "audit record",
                value,
                FORMAT,
                reader ->
                        new AuditRecord(
                                Instant.ofEpochSecond(reader.fixed64(), reader.count()),
                                reader.text(),
                                reader.text(),
                                reader.text(),
                                reader.text(),
                                reader.text(),
                                reader.text(),
                                reader.texts(),
                                Math.toIntExact(reader.count()),
                                reader.text()));
    }
}
