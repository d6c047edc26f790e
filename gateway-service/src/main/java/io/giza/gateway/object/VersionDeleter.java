package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.annotation.LockPermits;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.SearchedDraft;
import io.giza.gateway.version.VersionNames;
import io.giza.gateway.version.VersionResolver;
import io.giza.lock.LockPermit;
import io.giza.model.BucketRecord;
import io.giza.model.Command;
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
 * Deletes one version for good: a record that says so is appended right after a state in which the
 * version is live and no lock is in force. What a version is never changes, so a condition that
 * held of it holds then. If a quorum knows that it is not live, nothing is written. Its fragments
 * are the cleaner's.
 *
 * <p>Only a version that was seen to be visible is deleted so: from the end of a null follows that
 * none before it returns.
 */
final class VersionDeleter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final LockPermits permits;

    VersionDeleter(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.permits = new LockPermits(cluster);
    }

    /** Deletes the version, or says why not; deleting one that is not there succeeds. */
    DeleteResult delete(
            DeleteRequest request, VersionName version, BucketRecord bucket, Deadline deadline) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Moment startedAt = cluster.surroundings().time().moment();
        BucketScope scope =
                BucketScope.known(cluster, buckets, request.target().bucket(), bucket, startedAt);
        return switch (scope.read(key, deadline)) {
            case BucketScope.Unconfirmed(Failure failure) -> failure;
            case BucketScope.Confirmed(Row row, _) ->
                    deleteUnlessDone(request, version, scope, key, row);
        };
    }

    /** Deletes the version, unless an earlier attempt of the same request did. */
    private DeleteResult deleteUnlessDone(
            DeleteRequest request, VersionName version, BucketScope scope, ObjectKey key, Row row) {
        EarlierAttempts earlier = earlier(request, version, key, row);
        EarlierAttempts.Finding finding = earlier.search(row);
        DeleteContext context =
                new DeleteContext(
                        request, version, scope.current(), key, earlier.recordIdentity(), earlier);
        return switch (finding) {
            case EarlierAttempts.SameWrite same ->
                    context.done(wasMarker(same.row(), same.version()));
            case EarlierAttempts.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case EarlierAttempts.NotFound _ -> delete(context, row);
        };
    }

    /**
     * Ends a delete that changes nothing. What is called null may be a later version by the time
     * that a delayed first attempt comes; what another name means never changes.
     */
    private DeleteResult unchanged(DeleteContext context, Row row, DeleteResult answer) {
        return context.version() instanceof VersionName.Null
                ? recorded(context, row, answer)
                : answer;
    }

    /** Records in the row that a retry changed nothing, for a delayed first attempt. */
    private DeleteResult recorded(DeleteContext context, Row row, DeleteResult answer) {
        Optional<Value> record = context.earlier().refusalRecord(row.fence());
        if (record.isEmpty()) {
            return answer;
        }
        Draft draft = Draft.after(row, record.get());
        return switch (context.scope().append(context.key(), draft, row)) {
            case CommitResult.Committed _, CommitResult.Repeated _ -> answer;
            case CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    new Failure.Unavailable("the object changed concurrently, try again");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private DeleteResult delete(DeleteContext context, Row row) {
        return switch (resolver.named(context.key(), row, context.version())) {
            case ResolvedVersion.Live live ->
                    context.condition().holdsOf(live.manifest())
                            ? deleteLive(context, row, live)
                            : unchanged(context, row, new Failure.PreconditionFailed());
            // A marker has neither an ETag nor a size.
            case ResolvedVersion.Marker marker ->
                    context.condition() instanceof WriteCondition.None
                            ? append(context, row, marker.entry(), LockPermit.NONE)
                            : unchanged(context, row, new Failure.PreconditionFailed());
            case ResolvedVersion.NoSuchVersion _ -> notThere(context, row);
            case ResolvedVersion.Undecided undecided -> new Failure.Unavailable(undecided.detail());
        };
    }

    private DeleteResult deleteLive(DeleteContext context, Row row, ResolvedVersion.Live live) {
        boolean bypasses = context.request().bypassesGovernance();
        return switch (permits.against(live.manifest().lock(), bypasses)) {
            case LockPermits.Known(LockPermit permit) -> append(context, row, live.entry(), permit);
            case LockPermits.Unknown(Failure failure) -> failure;
        };
    }

    private DeleteResult notThere(DeleteContext context, Row row) {
        return unchanged(
                context,
                row,
                context.condition().needsObject() ? new Failure.NoSuchKey() : context.done(false));
    }

    /**
     * What is to be deleted.
     *
     * @param request what the client asks for
     * @param version what the client calls it
     * @param scope the bucket, of which a quorum was asked since the operation began
     * @param key the object's key in that life of the bucket
     * @param op what the record of its end carries
     * @param earlier finds what an earlier attempt wrote
     */
    private record DeleteContext(
            DeleteRequest request,
            VersionName version,
            BucketScope scope,
            ObjectKey key,
            OpId op,
            EarlierAttempts earlier) {
        WriteCondition condition() {
            return request.condition();
        }

        DeleteResult done(boolean isMarker) {
            return scope.bucket().reportedVersioning().hasVersionIds()
                    ? new DeleteResult.Done(Optional.of(version), isMarker, op)
                    : new DeleteResult.Done(Optional.empty(), false, op);
        }
    }

    /** Deleting what is called null is not the same twice: another may have come in its place. */
    private EarlierAttempts earlier(
            DeleteRequest request, VersionName version, ObjectKey key, Row startRow) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                startRow,
                entry ->
                        entry.value().command() instanceof Command.DeleteVersion deletion
                                && (!(version instanceof VersionId id)
                                        || deletion.version() == id.version()));
    }

    private static boolean wasMarker(Row row, long deletion) {
        return row.entry(deletion)
                .flatMap(
                        entry ->
                                entry.value().command() instanceof Command.DeleteVersion deleted
                                        ? row.entry(deleted.version())
                                        : Optional.empty())
                .filter(entry -> entry.value().kind() == Value.Kind.MARKER)
                .isPresent();
    }

    private DeleteResult append(DeleteContext context, Row start, Entry entry, LockPermit permit) {
        DeletionDraft draft =
                new DeletionDraft(
                        cluster.versions(),
                        context.key(),
                        start,
                        new DeletionDraft.Request(
                                VersionNames.idOf(start, entry),
                                context.op(),
                                cluster.manifests().writeFormat(),
                                DeletionReason.DELETED,
                                state -> state instanceof Fold.Live,
                                permit));
        boolean isMarker = entry.value().kind() == Value.Kind.MARKER;
        SearchedDraft searched = new SearchedDraft(draft, context.earlier());
        return switch (context.scope().append(context.key(), searched, start)) {
            case CommitResult.Committed committed ->
                    acknowledge(context, isMarker, committed.witnesses());
            case CommitResult.Repeated repeated ->
                    context.earlier().isSame(repeated.row(), repeated.version())
                            ? acknowledge(context, isMarker, Map.of())
                            : new Failure.OutcomeUnknown("another operation is under way");
            case CommitResult.Withdrawn _ ->
                    switch (searched.finding()) {
                        case EarlierAttempts.SameWrite _ ->
                                acknowledge(context, isMarker, Map.of());
                        case EarlierAttempts.Unknown unknown ->
                                new Failure.OutcomeUnknown(unknown.detail());
                        case EarlierAttempts.NotFound _ -> withdrawn(context, start, draft);
                    };
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable(
                            "garbage collection closed the row to this delete; it did not happen, try again");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private DeleteResult withdrawn(DeleteContext context, Row start, DeletionDraft draft) {
        return draft.isLocked()
                ? recorded(context, start, new Failure.ObjectLocked())
                : notLive(context, start, draft.versionState());
    }

    private DeleteResult notLive(DeleteContext context, Row start, Fold.VersionState state) {
        return switch (state) {
            case Fold.Deleted _, Fold.Superseded _, Fold.NoVersion _ -> notThere(context, start);
            case Fold.NeedsOlder _ -> new Failure.Unavailable("older versions cannot be read");
            case Fold.Live live ->
                    throw new IllegalStateException("withdrawn though it is live: " + live);
        };
    }

    private DeleteResult acknowledge(
            DeleteContext context, boolean isMarker, Map<DcName, Row> witnesses) {
        return context.scope()
                .refusal(witnesses)
                .<DeleteResult>map(failure -> failure)
                .orElseGet(() -> context.done(isMarker));
    }
}
