package io.giza.record;

import io.giza.lock.BucketLock;
import io.giza.lock.DefaultRetention;
import io.giza.lock.DefaultRetention.Unit;
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
 * record := as format 2, and lock                               format 3
 * record := as format 2, and 0 | 1 lock, and encryption         format 4
 * lock   := 0 | 1 mode days | 2 mode years      no default, and 1 governance, 2 compliance
 * </pre>
 *
 * where {@code encryption} is the default of {@link EncryptionCodec}.
 *
 * <p>What an earlier format can say is written in it, so that earlier releases read it.
 */
public final class BucketRecordCodec {
    private static final int FIRST_FORMAT = 1;
    private static final int FRESHNESS_FORMAT = 2;
    private static final int LOCK_FORMAT = 3;
    private static final int ENCRYPTED_FORMAT = 4;
    private static final int NOTHING = 255;
    private static final String WHAT = "bucket record";

    private BucketRecordCodec() {}

    /** Returns the format that a record is encoded in, which its value carries. */
    public static int formatOf(BucketRecord record) {
        if (record.encryption().isPresent()) {
            return ENCRYPTED_FORMAT;
        }
        if (record.lock().isPresent()) {
            return LOCK_FORMAT;
        }
        return record.isChanging() || !record.freshness().equals(BucketRecord.DEFAULT_FRESHNESS)
                ? FRESHNESS_FORMAT
                : FIRST_FORMAT;
    }

    /** Encodes a record. */
    public static Bytes encode(BucketRecord record) {
        BinaryWriter writer = first(record);
        if (formatOf(record) >= FRESHNESS_FORMAT) {
            writer.octet(record.previousVersioning().map(BucketRecordCodec::codeOf).orElse(NOTHING))
                    .count(record.freshness().toMillis());
        }
        if (formatOf(record) == ENCRYPTED_FORMAT) {
            writer.octet(record.lock().isPresent() ? 1 : 0);
        }
        record.lock().ifPresent(lock -> write(writer, lock));
        record.encryption().ifPresent(each -> EncryptionCodec.write(writer, each));
        return writer.toBytes();
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
        return switch (value.format()) {
            case FIRST_FORMAT ->
                    BinaryReader.decode(WHAT, value, FIRST_FORMAT, BucketRecordCodec::first);
            case FRESHNESS_FORMAT ->
                    BinaryReader.decode(WHAT, value, FRESHNESS_FORMAT, BucketRecordCodec::second);
            case LOCK_FORMAT ->
                    BinaryReader.decode(WHAT, value, LOCK_FORMAT, BucketRecordCodec::locked);
            default ->
                    BinaryReader.decode(
                            WHAT, value, ENCRYPTED_FORMAT, BucketRecordCodec::encrypted);
        };
    }

    private static BucketRecord first(BinaryReader reader) {
        return new BucketRecord(
                new BucketId(reader.uuid()),
                stateOf(reader.octet()),
                reader.text(),
                Instant.ofEpochSecond(reader.fixed64(), reader.count()),
                versioningOf(reader.octet()));
    }

    private static BucketRecord locked(BinaryReader reader) {
        return locked(second(reader), readLock(reader));
    }

    private static BucketRecord encrypted(BinaryReader reader) {
        BucketRecord second = second(reader);
        BucketRecord locked = reader.flag() ? locked(second, readLock(reader)) : second;
        return locked.withEncryption(Optional.of(EncryptionCodec.readDefault(reader)));
    }

    private static BucketRecord locked(BucketRecord second, BucketLock lock) {
        return new BucketRecord(
                second.id(),
                second.state(),
                second.account(),
                second.created(),
                second.versioning(),
                second.previousVersioning(),
                second.freshness(),
                Optional.of(lock),
                Optional.empty());
    }

    private static void write(BinaryWriter writer, BucketLock lock) {
        if (lock.defaultRetention().isEmpty()) {
            writer.octet(0);
            return;
        }
        DefaultRetention retention = lock.defaultRetention().get();
        writer.octet(
                        switch (retention.unit()) {
                            case DAYS -> 1;
                            case YEARS -> 2;
                        })
                .octet(AnnotationCodec.codeOf(retention.mode()))
                .count(retention.length());
    }

    private static BucketLock readLock(BinaryReader reader) {
        return switch (reader.octet()) {
            case 0 -> BucketLock.ENABLED;
            case 1 -> readLock(reader, Unit.DAYS);
            case 2 -> readLock(reader, Unit.YEARS);
            default -> throw new FormatException("no retention is counted so");
        };
    }

    private static BucketLock readLock(BinaryReader reader, Unit unit) {
        return new BucketLock(
                Optional.of(
                        new DefaultRetention(
                                AnnotationCodec.modeOf(reader.octet()),
                                Math.toIntExact(reader.count()),
                                unit)));
    }

    private static BucketRecord second(BinaryReader reader) {
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
