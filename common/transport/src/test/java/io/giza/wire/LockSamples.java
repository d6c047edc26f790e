package io.giza.wire;

import io.giza.lock.BucketLock;
import io.giza.lock.DefaultRetention;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.record.AnnotationCodec;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What is locked, in each way that there is. */
final class LockSamples {
    static final AnnotationCodec.Annotation TAGS =
            new AnnotationCodec.Tags(Map.of("project", "blue", "empty", ""));

    static final Retention RETENTION =
            new Retention(RetentionMode.COMPLIANCE, Instant.parse("2031-01-02T03:04:05.006Z"));

    static final AnnotationCodec.Annotation RETAINED =
            new AnnotationCodec.Retained(Optional.of(RETENTION));

    static final AnnotationCodec.Annotation HELD = new AnnotationCodec.Held(LegalHold.ON);

    static final Manifest MANIFEST =
            RecordSamples.INLINE.withLock(
                    new VersionLock(
                            Optional.of(new Retention(RetentionMode.GOVERNANCE, RETENTION.until())),
                            LegalHold.OFF));

    static final BucketRecord BUCKET =
            new BucketRecord(
                    WireSamples.BUCKET,
                    BucketRecord.State.ACTIVE,
                    "default",
                    Instant.parse("2026-01-02T03:04:05Z"),
                    BucketRecord.Versioning.ENABLED,
                    Optional.empty(),
                    BucketRecord.DEFAULT_FRESHNESS,
                    Optional.of(
                            new BucketLock(
                                    Optional.of(
                                            new DefaultRetention(
                                                    RetentionMode.COMPLIANCE,
                                                    10,
                                                    DefaultRetention.Unit.YEARS)))),
                    Optional.empty());

    static final Manifest ENCRYPTED_MANIFEST =
            MANIFEST.withEncryption(RecordSamples.ENCRYPTED.encryption());

    static final BucketRecord ENCRYPTING_BUCKET =
            BUCKET.withEncryption(RecordSamples.ENCRYPTING_BUCKET_RECORD.encryption());

    static final UploadRecord UPLOAD =
            new UploadRecord(
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            "default",
                            Instant.EPOCH,
                            VersionLock.NONE.withHold(LegalHold.ON),
                            Optional.empty(),
                            Optional.empty()),
                    new UploadRecord.Open());

    static final UploadRecord ENCRYPTED_UPLOAD =
            new UploadRecord(
                    UPLOAD.upload().withEncryption(RecordSamples.ENCRYPTION),
                    new UploadRecord.Open());

    private LockSamples() {}

    static Value annotation(int format, Bytes body) {
        Value put = WireSamples.put(format, body);
        return put.with(new Command.Annotate(4, body));
    }
}
