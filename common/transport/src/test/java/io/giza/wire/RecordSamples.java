package io.giza.wire;

import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Coding.LocalReconstruction;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.Part;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.record.AccessKeyRecord;
import io.giza.record.AuditRecord;
import io.giza.record.BucketRecordCodec;
import io.giza.record.KeyLimits;
import io.giza.record.key.KeyRing;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/** A record of each kind, the same on every call. */
public final class RecordSamples {
    static final Manifest FRAGMENTED =
            new Manifest(
                    new Manifest.Fragmented(
                            "default",
                            new ReedSolomon(2, 1),
                            4 << 20,
                            List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"))),
                    5_000_000_000L,
                    "9e107d9d372bb6826bd81d3542a419d6",
                    Map.of("crc64nvme", "AAAAAAAAAAA="),
                    Map.of("content-type", "text/plain", "cache-control", "no-cache"),
                    Map.of("colour", "grün"),
                    Map.of("project", "blue"),
                    Instant.parse("2026-01-02T03:04:05.000000006Z"));

    static final Manifest LOCAL =
            new Manifest(
                    new Manifest.Fragmented(
                            "photos",
                            new LocalReconstruction(4, 2, 1),
                            1 << 20,
                            IntStream.rangeClosed(1, 7)
                                    .mapToObj(i -> new DcName("dc" + i))
                                    .toList()),
                    70_000,
                    "etag",
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Instant.EPOCH);

    static final Manifest NEEDED =
            new Manifest(
                    new Manifest.Fragmented(
                            "default",
                            new ReedSolomon(2, 1),
                            1 << 20,
                            List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3")),
                            List.of(0, 2)),
                    70_000,
                    "etag",
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Instant.EPOCH);

    static final Manifest INLINE =
            new Manifest(
                    new Manifest.Inline(Bytes.copyOf(new byte[] {0, 1, -1})),
                    3,
                    "etag",
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Instant.EPOCH);

    static final Encryption ENCRYPTION =
            new Encryption(
                    Encryption.Kind.NAMED,
                    "photos",
                    "3",
                    Bytes.copyOf(new byte[] {1, 2, 3, -1}),
                    "{\"team\":\"blue\"}",
                    true);

    static final Manifest ENCRYPTED = NEEDED.withEncryption(Optional.of(ENCRYPTION));

    static final BucketRecord BUCKET_RECORD =
            new BucketRecord(
                    WireSamples.BUCKET,
                    BucketRecord.State.DELETING,
                    "default",
                    Instant.parse("1969-12-31T23:59:59.999999999Z"),
                    BucketRecord.Versioning.SUSPENDED);

    static final BucketRecord CHANGING_BUCKET_RECORD =
            new BucketRecord(
                    WireSamples.BUCKET,
                    BucketRecord.State.ACTIVE,
                    "default",
                    Instant.parse("2026-01-02T03:04:05Z"),
                    BucketRecord.Versioning.ENABLED,
                    Optional.of(BucketRecord.Versioning.UNVERSIONED),
                    Duration.ofSeconds(3));

    static final BucketRecord ENCRYPTING_BUCKET_RECORD =
            CHANGING_BUCKET_RECORD.withEncryption(
                    Optional.of(new Encryption.Default(Encryption.Kind.MANAGED, "", false)));

    static final BucketRecord KEY_BUCKET_RECORD =
            BUCKET_RECORD.withEncryption(
                    Optional.of(new Encryption.Default(Encryption.Kind.NAMED, "photos", true)));

    static final LifecycleConfiguration LIFECYCLE =
            new LifecycleConfiguration(
                    List.of(
                            new LifecycleRule(
                                    "old logs",
                                    true,
                                    new LifecycleFilter(
                                            "logs/\u00e9",
                                            new TreeMap<>(Map.of("kind", "log", "team", "")),
                                            0,
                                            5L << 30),
                                    new LifecycleActions(
                                            new LifecycleActions.AfterDays(365),
                                            new LifecycleActions.Noncurrent(30, 3),
                                            0)),
                            new LifecycleRule(
                                    "a day",
                                    false,
                                    LifecycleFilter.of("tmp/"),
                                    new LifecycleActions(
                                            new LifecycleActions.OnDate(
                                                    Instant.parse("2027-01-01T00:00:00Z")),
                                            null,
                                            7)),
                            new LifecycleRule(
                                    "markers",
                                    true,
                                    LifecycleFilter.of(""),
                                    new LifecycleActions(
                                            new LifecycleActions.LoneMarkers(), null, 0))));

    static final AccessKeyRecord ACCESS_KEY =
            new AccessKeyRecord(
                    "default",
                    AccessKeyRecord.Role.USER,
                    KeyLimits.NONE,
                    AccessKeyRecord.State.DISABLED,
                    Instant.parse("2026-11-21T16:00:00.000000001Z"),
                    Bytes.copyOf(new byte[] {1, 2, 3, -1}));

    static final AccessKeyRecord OPERATOR_KEY =
            new AccessKeyRecord(
                    "default",
                    AccessKeyRecord.Role.OPERATOR,
                    new KeyLimits(100, 1 << 20, 300, 4),
                    AccessKeyRecord.State.ACTIVE,
                    Instant.parse("2026-11-26T16:00:00Z"),
                    Bytes.copyOf(new byte[] {1, 2, 3, -1}));

    static final AccessKeyRecord LIMITED_KEY =
            new AccessKeyRecord(
                    "default",
                    AccessKeyRecord.Role.USER,
                    KeyLimits.NONE,
                    new AccessKeyRecord.Terms(
                            "{\"Statement\":{}}", Instant.parse("2027-01-01T00:00:00Z")),
                    AccessKeyRecord.State.ACTIVE,
                    Instant.parse("2026-11-26T16:00:00Z"),
                    Bytes.copyOf(new byte[] {1, 2, 3, -1}));

    static final AuditRecord AUDIT =
            new AuditRecord(
                    Instant.parse("2026-11-26T16:00:00.000000001Z"),
                    "GIZAAAAAAAAAAAAAAAAA",
                    "default",
                    "192.0.2.1",
                    "dc1",
                    "POST",
                    "/keys",
                    Map.of("account", "default", "role", "operator"),
                    404,
                    "there is no account");

    static final UsageRecord USAGE =
            new UsageRecord(
                    new BucketId(new UUID(0x2222, 2)),
                    new Usage(1, 2, 3, 1L << 40, 4, 5, 300),
                    Instant.parse("2026-11-26T16:00:00.000000001Z"),
                    Instant.parse("2026-11-26T16:00:09Z"));

    static final KeyRing KEY_RING =
            new KeyRing(
                    List.of(
                            new KeyRing.Version(
                                    Instant.parse("2026-11-27T12:00:00.000000001Z"),
                                    Bytes.copyOf(new byte[] {1, 2, 3, -1})),
                            new KeyRing.Version(
                                    Instant.parse("2026-12-27T12:00:00Z"),
                                    Bytes.copyOf(new byte[] {4, 5}))));

    static final QuotaRecord QUOTA = new QuotaRecord("default", new Quota(10L << 40, 1_000_000));

    private static final UploadId UPLOAD_ID = new UploadId(new UUID(0x3333, 1));

    private static final Manifest.Direct PLACE = (Manifest.Direct) FRAGMENTED.data();

    static final Manifest PARTS =
            new Manifest(
                    new Manifest.Parts(
                            UPLOAD_ID,
                            List.of(
                                    part(1, PLACE),
                                    part(2, (Manifest.Direct) LOCAL.data()),
                                    part(200, PLACE),
                                    part(10_000, (Manifest.Direct) INLINE.data()))),
                    20_000_000,
                    "9e107d9d372bb6826bd81d3542a419d6-4",
                    Map.of("crc32", "AAAAAA==-4"),
                    Map.of("content-type", "text/plain"),
                    Map.of(),
                    Map.of(),
                    Instant.EPOCH);

    static final Manifest STORED_PARTS =
            new Manifest(
                    new Manifest.StoredParts(
                            UPLOAD_ID, 10_000, new PutId(new UUID(0x1111, 5)), 500_000, PLACE),
                    50_000_000_000L,
                    "etag-10000",
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Instant.EPOCH);

    private RecordSamples() {}

    private static Part part(int number, Manifest.Direct data) {
        return new Part(
                number,
                new PutId(new UUID(0x4444, number)),
                5_000_000L + number,
                number == 2 ? Optional.empty() : Optional.of("AAAAAA=="),
                data);
    }

    /** Returns the parts of {@link #PARTS}. */
    static List<Part> parts() {
        return ((Manifest.Parts) PARTS.data()).parts();
    }

    /** Returns an upload in each state, by the name of its golden file. */
    static Map<String, UploadRecord> uploads() {
        Upload upload =
                new Upload(
                        Map.of("content-type", "text/plain"),
                        Map.of("colour", "gr\u00fcn"),
                        Map.of("kind", "photo"),
                        Optional.of(new Checksum("crc32", Checksum.Type.COMPOSITE)),
                        "default",
                        Instant.parse("2026-01-02T03:04:05.000000006Z"));
        Upload plain =
                new Upload(
                        Map.of(), Map.of(), Map.of(), Optional.empty(), "default", Instant.EPOCH);
        Upload full =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.of(new Checksum("crc64nvme", Checksum.Type.FULL_OBJECT)),
                        "default",
                        Instant.EPOCH);
        Map<String, UploadRecord> all = new LinkedHashMap<>();
        all.put("open", new UploadRecord(upload, new UploadRecord.Open()));
        all.put(
                "encrypted",
                new UploadRecord(upload.withEncryption(ENCRYPTION), new UploadRecord.Open()));
        all.put(
                "completing",
                new UploadRecord(
                        plain,
                        new UploadRecord.Completing(
                                WireSamples.VALUE,
                                6,
                                300,
                                new UploadRecord.Condition(true, Optional.empty()))));
        all.put(
                "completing-matching",
                new UploadRecord(
                        plain,
                        new UploadRecord.Completing(
                                WireSamples.VALUE,
                                0,
                                0,
                                new UploadRecord.Condition(false, Optional.of("etag")))));
        all.put(
                "completed",
                new UploadRecord(
                        full,
                        new UploadRecord.Completed(
                                new VersionId(6, 301, WireSamples.VALUE.id()),
                                Mode.VERSIONED,
                                new UploadRecord.Result(
                                        "etag-4", Map.of("crc64nvme", "AAAAAAAAAAA=")),
                                Instant.ofEpochSecond(1_700_000_000, 5))));
        all.put(
                "aborted",
                new UploadRecord(
                        plain, new UploadRecord.Aborted(Instant.ofEpochSecond(1_700_000_001))));
        return all;
    }

    /** Returns the value that holds a bucket record. */
    public static Value bucket(BucketRecord record) {
        Value put = WireSamples.put(BucketRecordCodec.encode(record));
        return new Value(
                BucketRecordCodec.formatOf(record),
                put.id(),
                put.base(),
                put.op(),
                Command.of(put.kind(), put.command().argument(), put.body()));
    }
}
