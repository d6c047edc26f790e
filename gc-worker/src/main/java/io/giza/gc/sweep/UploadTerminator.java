package io.giza.gc.sweep;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.Settlement;
import io.giza.gc.sweep.LifecycleAction.Outcome;
import io.giza.model.BucketId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;
import io.giza.version.VersionAccess;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * What becomes of an upload that expires, or whose bucket was deleted: it is ABORTED right after
 * the state in which it was found. A completion that nobody went on with is settled first: either
 * its record is a version of the object, and the upload is COMPLETED, or it never will be.
 */
final class UploadTerminator {
    private final VersionAccess access;
    private final Settlement settlement;

    UploadTerminator(VersionAccess access) {
        this.access = access;
        this.settlement = new Settlement(access.metadata());
    }

    /**
     * Ends an upload.
     *
     * @param row its row, of which {@code record} is the newest version
     * @return EXPIRED if it is aborted, KEPT if it was over or is completed
     */
    Outcome terminate(BucketId bucket, ObjectKey key, Row row, UploadRecord record) {
        return switch (record.state()) {
            case UploadRecord.Open _ -> abort(new OpenUpload(key, row, record));
            case UploadRecord.Completing completing ->
                    settle(bucket, new OpenUpload(key, row, record), completing);
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> Outcome.KEPT;
        };
    }

    private record OpenUpload(ObjectKey key, Row row, UploadRecord record) {}

    private Outcome settle(BucketId bucket, OpenUpload upload, UploadRecord.Completing completing) {
        String name = UploadRows.parse(upload.key().name()).orElseThrow().key();
        ObjectKey object = new ObjectKey(bucket, name);
        Value record = completing.record();
        var deadline = access.after(access.timeouts().commit());
        return switch (settlement.settle(object, record.id(), record.base(), deadline)) {
            case Settlement.Settled _ -> abort(upload);
            case Settlement.Unsettled _ -> Outcome.PENDING;
            case Settlement.Referenced referenced -> {
                // Its parts were seen before it was decided.
                access.metadata()
                        .resolutions()
                        .record(object, referenced.row(), referenced.version(), Resolution.VISIBLE);
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
                yield changeState(upload, completed) ? Outcome.KEPT : Outcome.PENDING;
            }
        };
    }

    private Outcome abort(OpenUpload upload) {
        return changeState(upload, new UploadRecord.Aborted(now()))
                ? Outcome.EXPIRED
                : Outcome.PENDING;
    }

    private boolean changeState(OpenUpload upload, UploadRecord.State state) {
        RandomGenerator random = access.surroundings().random();
        Value value =
                UploadRecordCodec.value(
                        PutId.random(random),
                        upload.row().fence(),
                        OpId.random(random),
                        upload.record().withState(state));
        var deadline = access.after(access.timeouts().commit());
        CommitResult result =
                access.metadata()
                        .committer()
                        .append(
                                upload.key(),
                                Draft.after(upload.row(), value),
                                upload.row(),
                                null,
                                deadline);
        if (!(result instanceof CommitResult.Committed committed)) {
            return false;
        }
        // Later parts meet a quorum that knows of the end.
        access.metadata().committer().install(upload.key(), committed.row(), deadline);
        return true;
    }

    private Instant now() {
        return access.surroundings().time().instant();
    }
}
