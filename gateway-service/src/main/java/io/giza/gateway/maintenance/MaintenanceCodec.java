package io.giza.gateway.maintenance;

import io.giza.model.Bytes;
import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.time.Instant;

/**
 * Maintenance as the body of a PUT value in the system key space, compact binary.
 *
 * <pre>
 * record := dc until reason by
 * until  := number, seconds since 1970
 * </pre>
 */
final class MaintenanceCodec {
    /** The format of the bodies, carried by their values. */
    static final int FORMAT = 1;

    private MaintenanceCodec() {}

    static Bytes encode(Maintenance maintenance) {
        return new BinaryWriter()
                .text(maintenance.dc().value())
                .count(maintenance.until().getEpochSecond())
                .text(maintenance.reason())
                .text(maintenance.by())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     maintenance
     */
    static Maintenance decode(Value value) {
        return BinaryReader.decode(
                "maintenance",
                value,
                FORMAT,
                reader ->
                        new Maintenance(
                                new DcName(reader.text()),
                                Instant.ofEpochSecond(reader.count()),
                                reader.text(),
                                reader.text()));
    }
}
