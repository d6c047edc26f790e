package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.model.BucketRecord;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.DeletionDraft;

import java.util.Map;
import java.util.Optional;

/**
 * The story of deleting one version for good: a record that says so is appended right after a state
 * in which the version is live. If a quorum knows that it is not, nothing is written. Its fragments
 * are the cleaner's.
 *
 * <p>Only a version that was seen to be visible is deleted so: from the end of a null follows that
 * none before it returns.
 */
final class VersionDeleter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;

    VersionDeleter(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
    }

    /** Deletes the version, or says why not; deleting one that is not there succeeds. */
    DeleteResult delete(
            DeleteRequest request, VersionName version, BucketRecord bucket, Deadline deadline) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        String name = request.target().bucket();
        ObjectKey witness = ObjectKey.ofBucketRecord(name);
        Moment asked = cluster.surroundings().time().moment();
        var read = cluster.metadata().reader().readWith(key, witness, deadline);
        if (!(read instanceof VersionReader.Latest latest)) {
            return new Failure.Unavailable("no quorum answered");
        }
        Standing standing = buckets.confirmRead(name, bucket, asked, latest.witness(), deadline);
        Optional<Failure> refused = BucketGround.unread(standing);
        if (refused.isPresent()) {
            return refused.get();
        }
        EarlierAttempts earlier = earlier(request, version, key, latest.row());
        EarlierAttempts.Finding finding = earlier.in(latest.row());
        ClientOperation operation =
                finding instanceof EarlierAttempts.Other
                        ? ClientOperation.once(cluster.surroundings().random())
                        : request.target().operation();
        Question question =
                new Question(
                        request,
                        version,
                        buckets.latest(name, bucket),
                        key,
                        asked,
                        operation.id(),
                        earlier);
        if (finding instanceof EarlierAttempts.Same same) {
            return question.done(wasMarker(same.row(), same.version()));
        }
        if (finding instanceof EarlierAttempts.Unknown unknown) {
            return new Failure.OutcomeUnknown(unknown.detail());
        }
        return switch (resolver.named(key, latest.row(), version)) {
            case VersionResolver.Live live -> append(question, latest.row(), live.entry());
            case VersionResolver.Marker marker -> append(question, latest.row(), marker.entry());
            case VersionResolver.NoSuchVersion _ -> question.done(false);
            case VersionResolver.Undecided undecided -> new Failure.Unavailable(undecided.detail());
        };
    }

    /**
     * What is to be deleted.
     *
     * @param version what the client calls it
     * @param key the object's key in that life of the bucket
     * @param asked when a quorum was asked of it
     * @param op what the record of its end carries
     * @param earlier finds what an earlier attempt wrote
     */
    private record Question(
            DeleteRequest request,
            VersionName version,
            BucketRecord bucket,
            ObjectKey key,
            Moment asked,
            OpId op,
            EarlierAttempts earlier) {
        DeleteResult done(boolean isMarker) {
            return bucket.reportedVersioning().hasVersionIds()
                    ? new DeleteResult.Done(Optional.of(version), isMarker)
                    : new DeleteResult.Done(Optional.empty(), false);
        }
    }

    /** Deleting what is called null is not the same twice: another may have come in its place. */
    private EarlierAttempts earlier(
            DeleteRequest request, VersionName version, ObjectKey key, Row begun) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                begun,
                entry ->
                        entry.value().kind() == Value.Kind.DELETE_VERSIONS
                                && (!(version instanceof VersionId id)
                                        || entry.value().argument() == id.version()));
    }

    private static boolean wasMarker(Row row, long deletion) {
        return row.entry(deletion)
                .flatMap(entry -> row.entry(entry.value().argument()))
                .filter(entry -> entry.value().kind() == Value.Kind.MARKER)
                .isPresent();
    }

    private DeleteResult append(Question question, Row start, Entry entry) {
        DeletionDraft draft =
                new DeletionDraft(
                        cluster.versions(),
                        question.key(),
                        start,
                        new DeletionDraft.Request(
                                VersionNames.idOf(start, entry),
                                question.op(),
                                cluster.manifests().writeFormat(),
                                DeletionReason.DELETED,
                                standing -> standing instanceof Fold.Live));
        CommitResult result =
                cluster.metadata()
                        .committer()
                        .append(
                                question.key(),
                                draft,
                                start,
                                ObjectKey.ofBucketRecord(question.request().target().bucket()),
                                cluster.after(cluster.settings().commit()));
        boolean isMarker = entry.value().kind() == Value.Kind.MARKER;
        return switch (result) {
            case CommitResult.Committed committed ->
                    acknowledge(question, isMarker, committed.witnesses());
            case CommitResult.Repeated repeated ->
                    question.earlier().isSame(repeated.row(), repeated.version())
                            ? acknowledge(question, isMarker, Map.of())
                            : new Failure.OutcomeUnknown("another operation is under way");
            case CommitResult.Withdrawn _ -> notLive(question, draft.standing());
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the delete did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private static DeleteResult notLive(Question question, Fold.VersionState standing) {
        return switch (standing) {
            case Fold.Deleted _, Fold.Superseded _, Fold.NoVersion _ -> question.done(false);
            case Fold.NeedsOlder _ -> new Failure.Unavailable("older versions cannot be read");
            case Fold.Live live ->
                    throw new IllegalStateException("withdrawn though it is live: " + live);
        };
    }

    private DeleteResult acknowledge(
            Question question, boolean isMarker, Map<DcName, Row> witnesses) {
        return BucketGround.known(
                        cluster,
                        buckets,
                        question.request().target().bucket(),
                        question.bucket(),
                        question.asked())
                .refusal(witnesses)
                .<DeleteResult>map(failure -> failure)
                .orElseGet(() -> question.done(isMarker));
    }
}
