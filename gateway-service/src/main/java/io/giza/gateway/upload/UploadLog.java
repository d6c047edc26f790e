package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.UploadRecordCodec;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.random.RandomGenerator;

/** Reads the rows of uploads, and appends to them. */
final class UploadLog {
    private final Cluster cluster;

    UploadLog(Cluster cluster) {
        this.cluster = cluster;
    }

    /** What is known of an upload. */
    sealed interface Lookup {}

    /**
     * The upload.
     *
     * @param key its row's key
     * @param row its row
     * @param record what the row says
     */
    record Found(ObjectKey key, Row row, UploadRecord record) implements Lookup {}

    /** There is no such upload. */
    record Missing() implements Lookup {}

    /** No quorum answered. */
    record Unreachable(String detail) implements Lookup {}

    /** Finds an upload as a quorum knows it. */
    Lookup find(ObjectKey key, Deadline deadline) {
        return switch (cluster.metadata().reader().read(key, deadline)) {
            case VersionReader.Unavailable unavailable -> new Unreachable(unavailable.detail());
            case VersionReader.Latest latest -> found(key, latest.row());
        };
    }

    /** Finds an upload as the nearest data center knows it, or else as a quorum does. */
    Lookup findOpen(ObjectKey key, Deadline deadline) {
        Optional<Lookup> near =
                cluster.metadata()
                        .reader()
                        .nearest(key, deadline)
                        .map(hint -> found(key, hint.row()));
        boolean open =
                near.isPresent()
                        && near.get() instanceof Found found
                        && found.record().state() instanceof UploadRecord.Open;
        return open ? near.get() : find(key, deadline);
    }

    private static Lookup found(ObjectKey key, Row row) {
        Optional<UploadRecord> record = newest(row);
        return record.isPresent() ? new Found(key, row, record.get()) : new Missing();
    }

    /** Returns what the last version of an upload's row says. */
    static Optional<UploadRecord> newest(Row row) {
        return Fold.newestHint(row).map(entry -> UploadRecordCodec.decode(entry.value()));
    }

    /** Appends the first record of an upload. */
    CommitResult create(ObjectKey key, UploadRecord record, ObjectKey witness, Deadline deadline) {
        return append(key, Row.ABSENT, record, witness, deadline);
    }

    /** Changes the state of an upload, right after the state in which it was found. */
    CommitResult change(Found found, UploadRecord.State state, Deadline deadline) {
        return append(found.key(), found.row(), found.record().withState(state), null, deadline);
    }

    /** Makes a quorum learn what an upload has become; false if too few did in time. */
    boolean informQuorum(ObjectKey key, Row row, Deadline deadline) {
        int informed = cluster.metadata().committer().install(key, row, deadline).size();
        return cluster.metadata().group().quorums().isClassic(informed);
    }

    /** Returns what is told of an upload that is aborted, once a quorum knows it. */
    Failure abortedFailure(Found aborted, Deadline deadline) {
        return informQuorum(aborted.key(), aborted.row(), deadline)
                ? new Failure.NoSuchUpload()
                : new Failure.Unavailable("too few data centers learned of the upload's end");
    }

    private CommitResult append(
            ObjectKey key,
            Row start,
            UploadRecord record,
            @Nullable ObjectKey witness,
            Deadline deadline) {
        RandomGenerator random = cluster.surroundings().random();
        Value value =
                UploadRecordCodec.value(
                        PutId.random(random), start.fence(), OpId.random(random), record);
        Draft draft = Draft.after(start, value);
        return cluster.metadata().committer().append(key, draft, start, witness, deadline);
    }
}
