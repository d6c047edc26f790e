package io.giza.gateway.annotation;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionNames;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;
import io.giza.version.DeletionDraft;
import io.giza.version.VersionAccess;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says something of a version that was put already: a record is appended right after a state in
 * which the version is live and what is said of it may change so. The newest record counts.
 */
public final class VersionAnnotator {
    private static final int MAX_TRIES = 20;

    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final LaterNulls laterNulls;

    /** Annotates versions of the objects of a cluster. */
    public VersionAnnotator(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.laterNulls = new LaterNulls(cluster, resolver);
    }

    /**
     * What is to be said.
     *
     * @param target the object
     * @param version the version, or null for the newest
     * @param change what is said of it
     */
    record Request(Target target, @Nullable VersionName version, AnnotationChange change) {}

    /** Says it, or says why not. */
    TagResult annotate(Request request) {
        return ReplacedBucketRetry.attempt(
                () -> annotateOnce(request), Failure.BucketReplaced.class::isInstance);
    }

    private TagResult annotateOnce(Request request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        return switch (buckets.find(target.account(), target.bucket(), deadline)) {
            case BucketLookup.NotFound notFound -> notFound.toFailure();
            case BucketLookup.Known known -> annotate(request, known.record());
        };
    }

    private TagResult annotate(Request request, BucketRecord bucket) {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Row startRow = null;
        for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
            Deadline deadline = cluster.after(cluster.settings().read());
            Moment startedAt = cluster.surroundings().time().moment();
            BucketScope scope =
                    BucketScope.known(
                            cluster, buckets, request.target().bucket(), bucket, startedAt);
            switch (scope.read(key, deadline)) {
                case BucketScope.Unconfirmed(Failure failure) -> {
                    return failure;
                }
                case BucketScope.Confirmed read -> {
                    startRow = startRow == null ? read.row() : startRow;
                    EarlierAttempts earlier = earlier(request, key, startRow);
                    Optional<TagResult> result =
                            annotateUnlessDone(request, scope, earlier, read, deadline);
                    if (result.isPresent()) {
                        return result.get();
                    }
                }
            }
        }
        return new Failure.Unavailable("the object keeps being replaced");
    }

    /**
     * Annotates what was read, unless an earlier attempt of the same request did; empty if that was
     * deleted or replaced meanwhile.
     */
    private Optional<TagResult> annotateUnlessDone(
            Request request,
            BucketScope scope,
            EarlierAttempts earlier,
            BucketScope.Confirmed read,
            Deadline deadline) {
        EarlierAttempts.Finding finding = earlier.search(read.row());
        if (finding instanceof EarlierAttempts.Unknown unknown) {
            return Optional.of(new Failure.OutcomeUnknown(unknown.detail()));
        }
        Optional<Failure> refusal = request.change().refusal(scope.current().bucket());
        if (refusal.isPresent()) {
            return Optional.of(refusal.get());
        }
        AnnotationContext context =
                new AnnotationContext(
                        request,
                        scope.current(),
                        buckets.reportableModes(
                                scope.name(), scope.bucket(), read.bucketRow(), deadline),
                        new ObjectKey(scope.bucket().id(), request.target().key()),
                        earlier.recordIdentity(),
                        earlier);
        return finding instanceof EarlierAttempts.SameWrite same
                ? Optional.of(context.annotated(same.row(), same.entry()))
                : annotate(context, read.row());
    }

    /**
     * What is to be annotated.
     *
     * @param scope the bucket, of which a quorum was asked since the attempt began
     * @param reportableModes of which modes the versions are whose names may be told
     * @param key the object's key in that life of the bucket
     * @param op what the record carries
     * @param earlier finds what an earlier attempt wrote
     */
    private record AnnotationContext(
            Request request,
            BucketScope scope,
            Set<Mode> reportableModes,
            ObjectKey key,
            OpId op,
            EarlierAttempts earlier) {
        /** Returns the answer once a row holds the record. */
        TagResult annotated(Row row, Entry annotation) {
            return new TagResult.Tagged(
                    Optional.of(annotation.value().command())
                            .filter(Command.Annotate.class::isInstance)
                            .map(Command.Annotate.class::cast)
                            .flatMap(record -> row.entry(record.version()))
                            .flatMap(entry -> VersionNames.of(reportableModes, row, entry)));
        }
    }

    private EarlierAttempts earlier(Request request, ObjectKey key, Row startRow) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                startRow,
                entry ->
                        entry.value().kind() == Value.Kind.ANNOTATE
                                && request.change().isSame(AnnotationCodec.decode(entry.value())));
    }

    /** Annotates what was read; empty if that was deleted or replaced meanwhile. */
    private Optional<TagResult> annotate(AnnotationContext context, Row row) {
        VersionName version = context.request().version();
        ResolvedVersion resolved =
                version == null
                        ? resolver.newest(context.key(), row)
                        : resolver.named(context.key(), row, version);
        if (!VersionResolver.isInRow(row, resolved)) {
            return Optional.empty();
        }
        return switch (resolved) {
            case ResolvedVersion.Gone(Optional<Entry> marker) ->
                    Optional.of(
                            new TagResult.Absent(
                                    marker.flatMap(
                                            entry ->
                                                    VersionNames.of(
                                                            context.reportableModes(),
                                                            row,
                                                            entry))));
            case ResolvedVersion.NoSuchVersion _ ->
                    Optional.of(new TagResult.Absent(Optional.empty()));
            case ResolvedVersion.Marker _ -> Optional.of(new TagResult.Marker());
            case ResolvedVersion.Undecided undecided ->
                    Optional.of(new Failure.Unavailable(undecided.detail()));
            case ResolvedVersion.Live live -> annotate(context, row, live);
        };
    }

    private Optional<TagResult> annotate(
            AnnotationContext context, Row row, ResolvedVersion.Live live) {
        Optional<Failure> refusal = context.request().change().refusal(live.manifest());
        if (refusal.isPresent()) {
            return refusal.map(failure -> failure);
        }
        return hasLaterNull(context, row, live.entry().version())
                ? laterNulls.settle(context.key(), row).map(failure -> failure)
                : append(context, row, live);
    }

    private boolean hasLaterNull(AnnotationContext context, Row row, long version) {
        return context.request().change().isPromise()
                && laterNulls.areUnsettled(context.key(), row, version);
    }

    private Optional<TagResult> append(
            AnnotationContext context, Row start, ResolvedVersion.Live live) {
        Entry entry = live.entry();
        CommitResult result =
                context.scope().append(context.key(), draft(context, start, live), start);
        TagResult tagged =
                new TagResult.Tagged(VersionNames.of(context.reportableModes(), start, entry));
        return switch (result) {
            case CommitResult.Committed committed ->
                    Optional.of(acknowledge(context, tagged, committed.witnesses()));
            // An earlier attempt of the same request appended its record.
            case CommitResult.Repeated repeated ->
                    Optional.of(
                            context.earlier().isSame(repeated.row(), repeated.version())
                                    ? acknowledge(context, tagged, Map.of())
                                    : new Failure.OutcomeUnknown("another operation is under way"));
            case CommitResult.Withdrawn _, CommitResult.Fenced _ -> Optional.empty();
            case CommitResult.Unavailable unavailable ->
                    Optional.of(new Failure.Unavailable(unavailable.detail()));
            case CommitResult.Unknown unknown ->
                    Optional.of(new Failure.OutcomeUnknown(unknown.detail()));
        };
    }

    /** Offers the record only right after a state in which the version is live and allows it. */
    private Draft draft(AnnotationContext context, Row start, ResolvedVersion.Live live) {
        VersionId version = VersionNames.idOf(start, live.entry());
        Value record =
                AnnotationCodec.value(
                        PutId.random(cluster.surroundings().random()),
                        start.fence(),
                        context.op(),
                        version.version(),
                        context.request().change().annotation(live.manifest()));
        return row -> Optional.of(record).filter(_ -> mayFollow(context, row, version));
    }

    private boolean mayFollow(AnnotationContext context, Row row, VersionId version) {
        VersionAccess versions = cluster.versions();
        DeletionDraft.Standing standing =
                DeletionDraft.standing(versions, context.key(), row, version);
        return versions.rules().mayAnnotate(standing.state())
                && !hasLaterNull(context, standing.row(), version.version())
                && standing.row()
                        .entry(version.version())
                        .map(entry -> AnnotationCodec.manifest(standing.row(), entry))
                        .filter(context.request().change()::mayFollow)
                        .isPresent();
    }

    private static TagResult acknowledge(
            AnnotationContext context, TagResult tagged, Map<DcName, Row> witnesses) {
        return context.scope().refusal(witnesses).<TagResult>map(failure -> failure).orElse(tagged);
    }
}
