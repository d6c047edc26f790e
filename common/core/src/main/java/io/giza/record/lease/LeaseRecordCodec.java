package io.giza.record.lease;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;
import io.giza.record.lease.LeaseRecord.Progress;

import java.time.Instant;
import java.util.Optional;

/**
 * Leases as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record   := released holder ended position
 * released := octet, 1 if it is
 * ended    := number, seconds since 1970, 0 for never
 * </pre>
 */
public final class LeaseRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    /** Whatever a record says, it is a time. */
    private static final long LATEST = Instant.MAX.getEpochSecond();

    private LeaseRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(LeaseRecord lease) {
        return new BinaryWriter()
                .octet(lease.released() ? 1 : 0)
                .text(lease.holder())
                .count(lease.progress().ended().map(Instant::getEpochSecond).orElse(0L))
                .text(lease.progress().position())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     lease
     */
    public static LeaseRecord decode(Value value) {
        return BinaryReader.decode(
                "lease",
                value,
                FORMAT,
                reader -> {
                    boolean released = reader.octet() == 1;
                    String holder = reader.text();
                    Optional<Instant> ended =
                            Optional.of(reader.count())
                                    .filter(seconds -> seconds > 0)
                                    .map(
                                            seconds ->
                                                    Instant.ofEpochSecond(
                                                            Math.min(seconds, LATEST)));
                    return new LeaseRecord(holder, released, new Progress(ended, reader.text()));
                });
    }
}
