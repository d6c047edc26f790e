package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Trace;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.spool.Spool;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.UploadReport;
import io.giza.stripe.write.UploadReport.Verdict;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Puts an object: the body is striped and encoded as it arrives. Once its last byte is verified,
 * the fragments become durable in parallel with the agreement on the record. The put is
 * acknowledged when both are done and its scope was still there; then the rows are told that the
 * version is visible (Giza, section 3.3).
 */
public final class ObjectWriter {
    /** Rows are told of a record and its data at once if the data is durable within this. */
    private static final Duration SOON = Duration.ofMillis(20);

    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final RecordCommit recordCommit;
    private final FragmentUploads uploads;

    /** All puts through it share memory of their own for stripes, and there is no spool. */
    public ObjectWriter(Cluster cluster, BucketDirectory buckets) {
        this(
                cluster,
                buckets,
                new StripeBuffers(cluster.surroundings().tasks(), cluster.settings().stripes()),
                Spool.none(cluster.surroundings().time()));
    }

    /**
     * Writes objects.
     *
     * @param stripes the memory that all puts share, through other writers too
     * @param spool where the bytes of slow clients wait
     */
    public ObjectWriter(
            Cluster cluster, BucketDirectory buckets, StripeBuffers stripes, Spool spool) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.recordCommit = new RecordCommit(cluster, new VersionResolver(cluster));
        this.uploads = new FragmentUploads(cluster, stripes, spool);
    }

    /** Puts an object, or says why not. */
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        PutBody prepared = PutBody.of(request, body);
        PutResult result = put(request, prepared);
        // What was streamed into a life that is over is not to be had again.
        for (int attempt = 1;
                attempt < ReplacedBucketRetry.MAX_ATTEMPTS
                        && prepared instanceof PutBody.Small
                        && isReplaced(result);
                attempt++) {
            result = put(request, prepared);
        }
        return result;
    }

    private static boolean isReplaced(PutResult result) {
        return result instanceof Failure.BucketReplaced;
    }

    private PutResult put(PutRequest request, PutBody body) throws IOException {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        return switch (buckets.find(target.account(), target.bucket(), deadline)) {
            case BucketLookup.NotFound notFound -> notFound.toFailure();
            case BucketLookup.Known known -> put(request, body, known.record(), deadline);
        };
    }

    private PutResult put(PutRequest request, PutBody body, BucketRecord bucket, Deadline deadline)
            throws IOException {
        var target = request.target();
        BucketScope scope = BucketScope.of(cluster, buckets, target, bucket);
        return put(new ObjectKey(bucket.id(), target.key()), scope, request, body, deadline);
    }

    /**
     * Puts into a row, whatever it is the row of.
     *
     * @param scope what must still stand for the put to be acknowledged
     * @param deadline for the look at the row
     */
    public PutResult put(
            ObjectKey key, PutScope scope, PutRequest request, ObjectBody body, Deadline deadline)
            throws IOException {
        return put(key, scope, request, PutBody.of(request, body), deadline);
    }

    private PutResult put(
            ObjectKey key, PutScope scope, PutRequest request, PutBody body, Deadline deadline)
            throws IOException {
        Optional<VersionReader.Hint> hint = cluster.metadata().reader().nearest(key, deadline);
        if (hint.isEmpty()) {
            return new Failure.Unavailable("no metadata data center answers");
        }
        return switch (EncryptionChoice.of(cluster.keys(), request.encryption(), scope, key)) {
            case EncryptionChoice.Refused(Failure.KeyRefused refusal) ->
                    refusal.isFinal() && request.target().operation().isRetry()
                            ? refuse(key, scope, request.target(), refusal, deadline)
                            : refusal;
            case EncryptionChoice.Chosen(var protection) -> {
                PutId id = PutId.random(cluster.surroundings().random());
                var row = hint.get().row();
                var attempt = new PutAttempt(request, scope, key, id, row, protection);
                yield switch (body) {
                    case PutBody.Small(SmallBody small) -> putInline(attempt, small);
                    case PutBody.Streamed(ObjectBody streamed) -> putFragmented(attempt, streamed);
                };
            }
        };
    }

    /**
     * Refuses a put without its key, which alone tells whether an earlier attempt stored the same.
     * A retry leaves a record for a delayed first attempt.
     */
    private PutResult refuse(
            ObjectKey key, PutScope scope, Target retry, Failure refusal, Deadline deadline)
            throws IOException {
        PutBody nothing = new PutBody.Small(SmallBody.unread());
        return switch (put(key, scope, PutRequest.ofRepeatedCopy(retry), nothing, deadline)) {
            case PutResult.Stored _, Failure.PreconditionFailed _ -> refusal;
            case Failure failure -> failure;
        };
    }

    /** A small object travels in its record: once the record is chosen, it is visible. */
    private PutResult putInline(PutAttempt attempt, SmallBody body) throws IOException {
        SmallBody.Content content = body.read();
        Manifest manifest =
                attempt.manifest(
                        new Manifest.Inline(attempt.stored(content.bytes())),
                        content.length(),
                        content.digests(),
                        cluster.surroundings().time().instant());
        ConditionalDraft draft = recordCommit.draft(attempt, manifest);
        CommitResult result = append(attempt, draft);
        return switch (result) {
            case CommitResult.Committed committed ->
                    recordCommit.acknowledge(attempt, manifest, committed);
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    recordCommit.notCommitted(attempt, manifest, draft, result);
        };
    }

    private PutResult putFragmented(PutAttempt attempt, ObjectBody body) throws IOException {
        Optional<FragmentUpload> opened = uploads.open(attempt, body);
        if (opened.isEmpty()) {
            return new Failure.Busy("others take all memory for stripes, or all room of the spool");
        }
        try (FragmentUpload upload = opened.get()) {
            Optional<Manifest> manifest = Trace.step("receive and encode", upload::write);
            if (manifest.isEmpty()) {
                return new Failure.Unavailable("too few data centers take fragments");
            }
            return switch (cluster.settings().recordOrder()) {
                case PARALLEL -> commitInParallel(attempt, manifest.get(), upload);
                case SERIAL -> commitAfterUpload(attempt, manifest.get(), upload);
            };
        }
    }

    /** This task agrees on the record, another ends the uploads. */
    private PutResult commitInParallel(
            PutAttempt attempt, Manifest manifest, FragmentUpload upload) {
        Deadline deadline = cluster.after(cluster.settings().upload());
        Inbox<UploadReport> reports = upload.finishInBackground(deadline);
        Offer offer = offer(attempt, manifest);
        if (!(offer.result() instanceof CommitResult.Committed committed)) {
            upload.stopWaiting();
            return conclude(attempt, manifest, upload, offer, reports.take(deadline));
        }
        Optional<UploadReport> report = reports.take(cluster.after(SOON).earlier(deadline));
        boolean isSoon = report.isPresent();
        if (!isSoon) {
            recordCommit.announce(attempt, committed);
            report = reports.take(deadline);
        }
        PutResult result = conclude(attempt, manifest, upload, offer, report);
        if (isSoon && !(result instanceof PutResult.Stored)) {
            recordCommit.announce(attempt, committed);
        }
        return result;
    }

    /** The paper's baseline: the record is agreed on only once the fragments are durable. */
    private PutResult commitAfterUpload(
            PutAttempt attempt, Manifest manifest, FragmentUpload upload) {
        UploadReport report = upload.finish(cluster.after(cluster.settings().upload()));
        if (report.verdict() != Verdict.ENOUGH) {
            upload.discard();
            return new Failure.Unavailable("too few fragments are durable");
        }
        return conclude(attempt, manifest, upload, offer(attempt, manifest), Optional.of(report));
    }

    /**
     * A record that was offered to the row.
     *
     * @param proposed when
     */
    private record Offer(ConditionalDraft draft, CommitResult result, Moment proposed) {}

    private Offer offer(PutAttempt attempt, Manifest manifest) {
        ConditionalDraft draft = recordCommit.draft(attempt, manifest);
        Moment proposed = cluster.surroundings().time().moment();
        return new Offer(draft, append(attempt, draft), proposed);
    }

    /** Offers the record to the row: it is chosen as some version, or the result says why not. */
    private CommitResult append(PutAttempt attempt, ConditionalDraft draft) {
        return Trace.step(
                "commit",
                () ->
                        draft.outcome(
                                cluster.metadata()
                                        .committer()
                                        .append(
                                                attempt.key(),
                                                draft,
                                                attempt.start(),
                                                attempt.scope().witness(),
                                                cluster.after(cluster.settings().commit()))));
    }

    /** Says what became of the put, once it is known of the record and, in time, of the data. */
    private PutResult conclude(
            PutAttempt attempt,
            Manifest manifest,
            FragmentUpload upload,
            Offer offer,
            Optional<UploadReport> report) {
        return switch (offer.result()) {
            case CommitResult.Committed committed ->
                    report.filter(each -> each.verdict() == Verdict.ENOUGH)
                            .map(
                                    durable ->
                                            confirm(
                                                    attempt,
                                                    manifest,
                                                    durable,
                                                    committed,
                                                    offer.proposed()))
                            .orElseGet(
                                    () ->
                                            new Failure.OutcomeUnknown(
                                                    "too few fragments are durable so far"));
            case CommitResult.Unknown _, CommitResult.Repeated _ ->
                    // Offered: what is left of it is the cleaner's, which makes sure first.
                    recordCommit.notCommitted(attempt, manifest, offer.draft(), offer.result());
            case CommitResult.Withdrawn _, CommitResult.Fenced _, CommitResult.Unavailable _ -> {
                // While the other task still ends the uploads, they are left for the cleaner.
                if (report.isPresent()) {
                    upload.discard();
                }
                yield recordCommit.notCommitted(attempt, manifest, offer.draft(), offer.result());
            }
        };
    }

    /** Acknowledges. What the object lacks then is remembered with its version and counted. */
    private PutResult confirm(
            PutAttempt attempt,
            Manifest manifest,
            UploadReport report,
            CommitResult.Committed committed,
            Moment proposed) {
        PutResult result = recordCommit.confirm(attempt, manifest, committed, proposed, report);
        if (result instanceof PutResult.Stored) {
            uploads.countLacking(
                    attempt.key(), manifest.fragmented().orElseThrow().placement(), report);
        }
        return result;
    }
}
