package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.AccessKeyRecord.State;

import java.time.Instant;

/**
 * Access keys as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>record := account state seconds nanos sealed-secret</pre>
 */
public final class AccessKeyCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private AccessKeyCodec() {}

    /** Encodes a record. */
    public static Bytes encode(AccessKeyRecord record) {
        return new BinaryWriter()
                .text(record.account())
                .octet(codeOf(record.state()))
                .fixed64(record.created().getEpochSecond())
                .count(record.created().getNano())
                .bytes(record.sealedSecret())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     access key
     */
    public static AccessKeyRecord decode(Value value) {
        return BinaryReader.decode(
                "access key",
                value,
                FORMAT,
                reader ->
                        new AccessKeyRecord(
                                reader.text(),
                                stateOf(reader.octet()),
                                Instant.ofEpochSecond(reader.fixed64(), reader.count()),
                                reader.bytes()));
    }

    private static int codeOf(State state) {
        return switch (state) {
            case ACTIVE -> 1;
            case DISABLED -> 2;
        };
    }

    private static State stateOf(int code) {
        return switch (code) {
            case 1 -> State.ACTIVE;
            case 2 -> State.DISABLED;
            default -> throw new FormatException("no state of an access key has the code " + code);
        };
    }
}
