package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.Settlement;
import io.giza.gc.sweep.LifecycleHand.Outcome;
import io.giza.gc.sweep.LifecycleHand.Subject;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry.Resolution;
import io.giza.version.VersionAccess;
import io.giza.wire.ManifestCodec;
import io.giza.wire.UploadRecordCodec;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * The story of an upload that expires: it is ABORTED right after the state in which it was found. A
 * completion that nobody went on with is settled first: either its record is a version of the
 * object, and the upload is COMPLETED, or it never will be.
 */
final class UploadExpiry {
    private final VersionAccess access;
    private final Settlement settlement;

    UploadExpiry(VersionAccess access) {
        this.access = access;
        this.settlement = new Settlement(access.metadata());
    }

    Outcome end(Subject subject, ObjectKey key, ExpiryView.Upload upload) {
        return switch (upload.record().state()) {
            case UploadRecord.Open _ -> abort(key, upload);
            case UploadRecord.Completing completing -> settle(subject, key, upload, completing);
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> Outcome.KEPT;
        };
    }

    private Outcome settle(
            Subject subject,
            ObjectKey key,
            ExpiryView.Upload upload,
            UploadRecord.Completing completing) {
        if (!access.rules().mustSettleCompletions()) {
            return abort(key, upload);
        }
        ObjectKey object = new ObjectKey(subject.id(), upload.object());
        Value record = completing.record();
        var deadline = access.after(access.patience().commit());
        return switch (settlement.settle(object, record.id(), record.base(), deadline)) {
            case Settlement.Settled _ -> abort(key, upload);
            case Settlement.Unsettled _ -> Outcome.PENDING;
            case Settlement.Referenced referenced -> {
                // Its parts were seen before it was decided.
                access.metadata()
                        .resolutions()
                        .tell(object, referenced.row(), referenced.version(), Resolution.VISIBLE);
                Manifest manifest = ManifestCodec.decode(record);
                var completed =
                        new UploadRecord.Completed(
                                new VersionId(
                                        referenced.row().generation(),
                                        referenced.version(),
                                        record.id()),
                                Mode.of(record),
                                new UploadRecord.Result(manifest.etag(), manifest.checksums()),
                                now());
                yield change(key, upload, completed) ? Outcome.KEPT : Outcome.PENDING;
            }
        };
    }

    private Outcome abort(ObjectKey key, ExpiryView.Upload upload) {
        return change(key, upload, new UploadRecord.Aborted(now()))
                ? Outcome.EXPIRED
                : Outcome.PENDING;
    }

    private boolean change(ObjectKey key, ExpiryView.Upload upload, UploadRecord.State state) {
        RandomGenerator random = access.surroundings().random();
        Value value =
                UploadRecordCodec.value(
                        PutId.random(random),
                        upload.row().fence(),
                        OpId.random(random),
                        upload.record().in(state));
        var deadline = access.after(access.patience().commit());
        CommitResult result =
                access.metadata()
                        .committer()
                        .append(
                                key,
                                Draft.after(upload.row(), value),
                                upload.row(),
                                null,
                                deadline);
        if (!(result instanceof CommitResult.Committed committed)) {
            return false;
        }
        // Later parts meet a quorum that knows of the end.
        access.metadata().committer().install(key, committed.row(), deadline);
        return true;
    }

    private Instant now() {
        return access.surroundings().time().instant();
    }
}
