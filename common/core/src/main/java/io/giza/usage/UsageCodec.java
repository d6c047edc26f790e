package io.giza.usage;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.time.Instant;

/**
 * Sums of buckets as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := bucket began ended objects versions markers bytes uploads upload-bytes stored-bytes
 * began  := seconds nanos
 * ended  := seconds nanos
 * </pre>
 */
public final class UsageCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private UsageCodec() {}

    /** Encodes a record. */
    public static Bytes encode(UsageRecord record) {
        Usage usage = record.usage();
        return new BinaryWriter()
                .uuid(record.bucket().value())
                .count(record.began().getEpochSecond())
                .count(record.began().getNano())
                .count(record.ended().getEpochSecond())
                .count(record.ended().getNano())
                .count(usage.objects())
                .count(usage.versions())
                .count(usage.markers())
                .count(usage.bytes())
                .count(usage.uploads())
                .count(usage.uploadBytes())
                .count(usage.storedBytes())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     sum
     */
    public static UsageRecord decode(Value value) {
        return BinaryReader.decode(
                "usage",
                value,
                FORMAT,
                reader -> {
                    BucketId bucket = new BucketId(reader.uuid());
                    Instant began = Instant.ofEpochSecond(reader.count(), reader.count());
                    Instant ended = Instant.ofEpochSecond(reader.count(), reader.count());
                    Usage usage =
                            new Usage(
                                    reader.count(),
                                    reader.count(),
                                    reader.count(),
                                    reader.count(),
                                    reader.count(),
                                    reader.count(),
                                    reader.count());
                    return new UsageRecord(bucket, usage, began, ended);
                });
    }
}
