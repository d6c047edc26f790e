package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.gateway.version.VersionNames;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionName;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.MarkerCodec;
import io.giza.version.CreationTime;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes an object: append a delete marker, or the end of the one version that is named. In an
 * unversioned bucket a first attempt at an absent object writes nothing.
 */
final class ObjectDeleter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final VersionDeleter versions;

    public ObjectDeleter(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.versions = new VersionDeleter(cluster, buckets, resolver);
    }

    /** Deletes an object, or says why not. */
    public DeleteResult delete(DeleteRequest request) {
        return ReplacedBucketRetry.attempt(
                () -> deleteOnce(request), Failure.BucketReplaced.class::isInstance);
    }

    private DeleteResult deleteOnce(DeleteRequest request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        VersionName version = request.version();
        // What kind of marker is added depends on what the bucket does about versions by now.
        BucketLookup found =
                version == null
                        ? buckets.findFresh(target.account(), target.bucket(), deadline)
                        : buckets.find(target.account(), target.bucket(), deadline);
        return switch (found) {
            case BucketLookup.NotFound notFound -> notFound.toFailure();
            case BucketLookup.Known known ->
                    version == null
                            ? delete(request, known.record(), deadline)
                            : versions.delete(request, version, known.record(), deadline);
        };
    }

    private DeleteResult delete(DeleteRequest request, BucketRecord bucket, Deadline deadline) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Optional<Row> nearest =
                cluster.metadata().reader().nearest(key, deadline).map(VersionReader.Hint::row);
        Deletion deletion =
                new Deletion(
                        request, bucket, key, earlier(request, key, nearest.orElse(Row.ABSENT)));
        if (bucket.versioning() != Versioning.UNVERSIONED) {
            // A marker is added even where there is nothing to delete.
            return nearest.map(row -> append(deletion, row))
                    .orElseGet(() -> new Failure.Unavailable("no metadata data center answers"));
        }
        return nearest.filter(ObjectDeleter::holdsPut)
                .map(row -> append(deletion, row))
                .orElseGet(() -> appendUnlessAbsent(deletion, deadline));
    }

    /**
     * What is to be deleted.
     *
     * @param key the object's key in that life of the bucket
     * @param earlier finds what an earlier attempt wrote
     */
    private record Deletion(
            DeleteRequest request, BucketRecord bucket, ObjectKey key, EarlierAttempts earlier) {
        String bucketName() {
            return request.target().bucket();
        }
    }

    /** The nearest row shows nothing to delete, which counts only if a quorum says so. */
    private DeleteResult appendUnlessAbsent(Deletion deletion, Deadline deadline) {
        Moment startedAt = cluster.surroundings().time().moment();
        ObjectKey witness = ObjectKey.ofBucketRecord(deletion.bucketName());
        var result = cluster.metadata().reader().readWith(deletion.key(), witness, deadline);
        if (!(result instanceof VersionReader.Latest latest)) {
            return new Failure.Unavailable("no quorum answered");
        }
        if (holdsPut(latest.row())) {
            return append(deletion, latest.row());
        }
        return switch (deletion.earlier().search(latest.row())) {
            case EarlierAttempts.SameWrite same ->
                    acknowledge(
                            deletion,
                            scope(deletion, startedAt),
                            Map.of(),
                            same.row(),
                            same.version());
            case EarlierAttempts.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case EarlierAttempts.NotFound _ ->
                    // The marker of a retry tells its first attempt that it comes too late.
                    deletion.earlier().isRetry()
                            ? append(deletion, latest.row())
                            : absent(deletion, startedAt, latest);
        };
    }

    private BucketScope scope(Deletion deletion, Moment startedAt) {
        return BucketScope.known(
                cluster, buckets, deletion.bucketName(), deletion.bucket(), startedAt);
    }

    private DeleteResult absent(Deletion deletion, Moment startedAt, VersionReader.Latest latest) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return BucketScope.readFailure(
                        buckets.confirmRead(
                                deletion.bucketName(),
                                deletion.bucket(),
                                startedAt,
                                latest.witness(),
                                deadline))
                .<DeleteResult>map(failure -> failure)
                .orElseGet(
                        () ->
                                deletion.request().condition().needsObject()
                                        ? new Failure.NoSuchKey()
                                        : new DeleteResult.Done(
                                                Optional.empty(),
                                                false,
                                                deletion.request().target().op()));
    }

    /** A delete that was repeated appended its marker, which is visible at once. */
    private EarlierAttempts earlier(DeleteRequest request, ObjectKey key, Row startRow) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                startRow,
                entry -> entry.value().kind() == Value.Kind.MARKER);
    }

    private DeleteResult append(Deletion deletion, Row start) {
        ConditionalDraft draft = draft(deletion, start);
        BucketScope scope = scope(deletion, cluster.surroundings().time().moment());
        CommitResult result = scope.append(deletion.key(), draft, start);
        return switch (draft.outcome(result)) {
            case CommitResult.Committed committed ->
                    acknowledge(
                            deletion,
                            scope,
                            committed.witnesses(),
                            committed.row(),
                            committed.version());
            case CommitResult.Repeated repeated ->
                    acknowledge(deletion, scope, Map.of(), repeated.row(), repeated.version());
            case CommitResult.Withdrawn _ -> scope.withdrawalReason(draft.refusal());
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable(
                            "garbage collection closed the row to this delete; it did not happen, try again");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
        };
    }

    private ConditionalDraft draft(Deletion deletion, Row start) {
        DeleteRequest request = deletion.request();
        Value marker =
                MarkerCodec.marker(
                        PutId.random(cluster.surroundings().random()),
                        start.fence(),
                        deletion.bucket().versioning().modeOfMarker(),
                        request.target().op(),
                        CreationTime.after(start, cluster.surroundings().time().instant()));
        return new ConditionalDraft(
                cluster,
                resolver,
                deletion.key(),
                marker,
                request.condition(),
                Optional.of(deletion.earlier()),
                Optional.of(Resolution.UNRESOLVED));
    }

    private DeleteResult acknowledge(
            Deletion deletion,
            BucketScope scope,
            Map<DcName, Row> witnesses,
            Row row,
            long version) {
        return scope.refusal(witnesses)
                .<DeleteResult>map(failure -> failure)
                .orElseGet(() -> done(deletion, row, version));
    }

    private DeleteResult done(Deletion deletion, Row row, long version) {
        Deadline deadline = cluster.after(cluster.settings().read());
        Set<Mode> reportableModes =
                buckets.reportableModes(
                        deletion.bucketName(), deletion.bucket(), Optional.empty(), deadline);
        Optional<VersionName> name = VersionNames.of(reportableModes, row, version);
        OpId record = row.entry(version).orElseThrow().value().op();
        return new DeleteResult.Done(name, name.isPresent(), record);
    }

    private static boolean holdsPut(Row row) {
        return switch (Fold.fold(row)) {
            case Fold.Nothing _ -> false;
            case Fold.Newest newest -> newest.entry().value().kind() == Value.Kind.PUT;
            case Fold.NeedsOlder _ -> true;
        };
    }
}
