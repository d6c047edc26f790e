package io.giza.record;

import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.Value;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Bucket records as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := id state account seconds nanos versioning            format 1
 * record := id state account seconds nanos versioning formerly freshness    format 2
 * </pre>
 *
 * <p>What format 1 can say is written in it, so that earlier releases read it.
 */
public final class BucketRecordCodec {
    private static final int FIRST_FORMAT = 1;
    private static final int NEWEST_FORMAT = 2;
    private static final int NOTHING = 255;
    private static final String WHAT = "bucket record";

    private BucketRecordCodec() {}

    /** Returns the format that a record is encoded in, which its value carries. */
    public static int formatOf(BucketRecord record) {
        return record.isChanging() || !record.freshness().equals(BucketRecord.DEFAULT_FRESHNESS)
                ? NEWEST_FORMAT
                : FIRST_FORMAT;
    }

    /** Encodes a record. */
    public static Bytes encode(BucketRecord record) {
        BinaryWriter first = first(record);
        return formatOf(record) == FIRST_FORMAT
                ? first.toBytes()
                : first.octet(
                                record.previousVersioning()
                                        .map(BucketRecordCodec::codeOf)
                                        .orElse(NOTHING))
                        .count(record.freshness().toMillis())
                        .toBytes();
    }

    private static BinaryWriter first(BucketRecord record) {
        return new BinaryWriter()
                .uuid(record.id().value())
                .octet(codeOf(record.state()))
                .text(record.account())
                .fixed64(record.created().getEpochSecond())
                .count(record.created().getNano())
                .octet(codeOf(record.versioning()));
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     bucket record
     */
    public static BucketRecord decode(Value value) {
        return value.format() == FIRST_FORMAT
                ? BinaryReader.decode(WHAT, value, FIRST_FORMAT, BucketRecordCodec::first)
                : BinaryReader.decode(WHAT, value, NEWEST_FORMAT, BucketRecordCodec::newest);
    }

    private static BucketRecord first(BinaryReader reader) {
        return new BucketRecord(
                new BucketId(reader.uuid()),
                stateOf(reader.octet()),
                reader.text(),
                Instant.ofEpochSecond(reader.fixed64(), reader.count()),
                versioningOf(reader.octet()));
    }

    private static BucketRecord newest(BinaryReader reader) {
        BucketRecord first = first(reader);
        int formerly = reader.octet();
        return new BucketRecord(
                first.id(),
                first.state(),
                first.account(),
                first.created(),
                first.versioning(),
                formerly == NOTHING ? Optional.empty() : Optional.of(versioningOf(formerly)),
                Duration.ofMillis(reader.count()));
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
