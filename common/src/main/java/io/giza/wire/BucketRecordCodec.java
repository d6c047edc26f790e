package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.Value;

import java.time.Instant;

/**
 * Bucket records as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>record := id state account seconds nanos versioning</pre>
 */
public final class BucketRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private BucketRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(BucketRecord record) {
        return new BinaryWriter()
                .uuid(record.id().value())
                .octet(codeOf(record.state()))
                .text(record.account())
                .fixed64(record.created().getEpochSecond())
                .count(record.created().getNano())
                .octet(codeOf(record.versioning()))
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     bucket record
     */
    public static BucketRecord decode(Value value) {
        return BinaryReader.decode(
                "bucket record",
                value,
                FORMAT,
                reader ->
                        new BucketRecord(
                                new BucketId(reader.uuid()),
                                stateOf(reader.octet()),
                                reader.text(),
                                Instant.ofEpochSecond(reader.fixed64(), reader.count()),
                                versioningOf(reader.octet())));
    }

    private static int codeOf(State state) {
        return switch (state) {
            case ACTIVE -> 1;
            case DELETING -> 2;
            case DELETED -> 3;
        };
    }

    private static int codeOf(Versioning versioning) {
        return switch (versioning) {
            case UNVERSIONED -> 0;
            case ENABLED -> 1;
            case SUSPENDED -> 2;
        };
    }

    private static Versioning versioningOf(int code) {
        return switch (code) {
            case 0 -> Versioning.UNVERSIONED;
            case 1 -> Versioning.ENABLED;
            case 2 -> Versioning.SUSPENDED;
            default -> throw new FormatException("no versioning has the code " + code);
        };
    }

    private static State stateOf(int code) {
        return switch (code) {
            case 1 -> State.ACTIVE;
            case 2 -> State.DELETING;
            case 3 -> State.DELETED;
            default -> throw new FormatException("no state of a bucket has the code " + code);
        };
    }
}
