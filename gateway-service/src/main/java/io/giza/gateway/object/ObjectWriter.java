package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.stripe.PutSpec;
import io.giza.stripe.StripeWriter;
import io.giza.stripe.UploadReport;
import io.giza.stripe.UploadReport.Verdict;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The story of a put: stripe and encode the body as it arrives; once its last byte is verified,
 * make the fragments durable in parallel with agreeing on the record; acknowledge when both are
 * done and the bucket still stood; tell the rows that the version is visible.
 */
public final class ObjectWriter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final VersionConfirmation confirmation;

    public ObjectWriter(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
        this.confirmation = new VersionConfirmation(cluster);
    }

    /** Puts an object, or says why not. */
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        return switch (buckets.find(target.account(), target.bucket(), deadline)) {
            case BucketDirectory.Missing _ -> new Failure.NoSuchBucket(false);
            case BucketDirectory.Foreign _ -> new Failure.NoSuchBucket(true);
            case BucketDirectory.Unreachable unreachable ->
                    new Failure.Unavailable(unreachable.detail());
            case BucketDirectory.Known known -> put(request, body, known.record(), deadline);
        };
    }

    /** One attempt at a put: a fresh identity, and the fence that was seen before it began. */
    private record Attempt(
            PutRequest request, BucketRecord bucket, ObjectKey key, PutId id, Row start) {
        Account account() {
            return request.target().account();
        }
    }

    private PutResult put(
            PutRequest request, ObjectBody body, BucketRecord bucket, Deadline deadline)
            throws IOException {
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Optional<VersionReader.Hint> hint = cluster.metadata().reader().nearest(key, deadline);
        if (hint.isEmpty()) {
            return new Failure.Unavailable("no metadata data center answers");
        }
        PutId id = PutId.random(cluster.surroundings().random());
        Attempt attempt = new Attempt(request, bucket, key, id, hint.get().row());
        return body.length() < request.target().account().inlineBelow()
                ? putInline(attempt, body)
                : putFragmented(attempt, body);
    }

    /** A small object travels in its record: once the record is chosen, it is visible. */
    private PutResult putInline(Attempt attempt, ObjectBody body) throws IOException {
        byte[] content = new byte[Math.toIntExact(body.length())];
        BodyBytes.readFully(body, content, content.length);
        ObjectBody.Digests digests = body.finish();
        Manifest manifest =
                manifest(attempt, new Manifest.Inline(Bytes.copyOf(content)), body, digests);
        ConditionalDraft draft = draft(attempt, manifest);
        CommitResult result = commit(attempt, draft);
        return switch (result) {
            case CommitResult.Committed committed -> acknowledge(attempt, manifest, committed);
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    notCommitted(attempt, draft, result);
        };
    }

    private PutResult putFragmented(Attempt attempt, ObjectBody body) throws IOException {
        Account account = attempt.account();
        List<DcName> placement =
                Placement.of(
                        attempt.key(),
                        account.coding(),
                        account.dataDcs(),
                        cluster.continents(),
                        cluster.suspicion()::suspects);
        StripeLayout layout =
                new StripeLayout(account.coding(), account.stripeSize(), body.length());
        try (StripeWriter writer = openWriter(attempt, layout, placement)) {
            if (!BodyBytes.upload(body, layout, writer)) {
                writer.abort();
                return new Failure.Unavailable("too few data centers take fragments");
            }
            ObjectBody.Digests digests = body.finish();
            Manifest manifest =
                    manifest(
                            attempt,
                            new Manifest.Fragmented(
                                    account.name(),
                                    account.coding(),
                                    account.stripeSize(),
                                    placement),
                            body,
                            digests);
            return finish(attempt, manifest, writer, placement);
        }
    }

    private StripeWriter openWriter(Attempt attempt, StripeLayout layout, List<DcName> placement) {
        List<FragmentStore> stores =
                placement.stream()
                        .map(dc -> Objects.requireNonNull(cluster.fragments().get(dc)))
                        .toList();
        PutSpec.Stamp stamp =
                new PutSpec.Stamp(
                        attempt.account().name(),
                        attempt.start().fence(),
                        cluster.metadata().group().epoch());
        StorySettings settings = cluster.settings();
        return StripeWriter.open(
                cluster.surroundings(),
                cluster.format(),
                new PutSpec(attempt.key(), attempt.id(), stamp, layout, stores),
                new UploadReport.Policy(
                        settings.degradedPuts(), settings.grace(), settings.stall()));
    }

    /** Makes the fragments durable and the record chosen, by default at the same time. */
    private PutResult finish(
            Attempt attempt, Manifest manifest, StripeWriter writer, List<DcName> placement) {
        Set<Integer> suspected = new HashSet<>();
        for (int i = 0; i < placement.size(); i++) {
            if (cluster.suspicion().suspects(placement.get(i))) {
                suspected.add(i);
            }
        }
        return switch (cluster.settings().dataPath()) {
            case PARALLEL -> finishInParallel(attempt, manifest, writer, suspected);
            case SERIAL -> finishInTurn(attempt, manifest, writer, suspected);
        };
    }

    /** This task agrees on the record, another ends the uploads. */
    private PutResult finishInParallel(
            Attempt attempt, Manifest manifest, StripeWriter writer, Set<Integer> suspected) {
        Deadline deadline = cluster.after(cluster.settings().upload());
        Inbox<UploadReport> reports = cluster.surroundings().tasks().inbox(1);
        cluster.surroundings()
                .tasks()
                .fork(
                        "finish-" + attempt.id(),
                        () -> reports.put(writer.finish(suspected, deadline)));
        ConditionalDraft draft = draft(attempt, manifest);
        long proposed = cluster.surroundings().time().nanos();
        CommitResult result = commit(attempt, draft);
        Optional<UploadReport> report = reports.take(deadline);
        boolean durable = report.filter(each -> each.verdict() == Verdict.ENOUGH).isPresent();
        return switch (result) {
            case CommitResult.Committed committed -> {
                if (!durable) {
                    yield new Failure.OutcomeUnknown("too few fragments are durable so far");
                }
                yield confirm(attempt, manifest, committed, proposed);
            }
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _ -> {
                // While the other task still ends the uploads, they are left for the cleaner.
                if (report.isPresent()) {
                    discard(writer);
                }
                yield notCommitted(attempt, draft, result);
            }
        };
    }

    /** The paper's baseline: the record is agreed on only once the fragments are durable. */
    private PutResult finishInTurn(
            Attempt attempt, Manifest manifest, StripeWriter writer, Set<Integer> suspected) {
        UploadReport report = writer.finish(suspected, cluster.after(cluster.settings().upload()));
        if (report.verdict() != Verdict.ENOUGH) {
            discard(writer);
            return new Failure.Unavailable("too few fragments are durable");
        }
        ConditionalDraft draft = draft(attempt, manifest);
        long proposed = cluster.surroundings().time().nanos();
        CommitResult result = commit(attempt, draft);
        return switch (result) {
            case CommitResult.Committed committed ->
                    confirm(attempt, manifest, committed, proposed);
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _ -> {
                discard(writer);
                yield notCommitted(attempt, draft, result);
            }
        };
    }

    private PutResult confirm(
            Attempt attempt, Manifest manifest, CommitResult.Committed committed, long proposed) {
        return confirmation.stands(attempt.key(), committed, proposed)
                ? acknowledge(attempt, manifest, committed)
                : new Failure.OutcomeUnknown("its uploads took so long that it was ended");
    }

    /** This attempt is never going to be chosen, so nobody needs its fragments. */
    private void discard(StripeWriter writer) {
        writer.settle(cluster.after(cluster.settings().grace()));
        writer.discard();
    }

    private CommitResult commit(Attempt attempt, ConditionalDraft draft) {
        return cluster.metadata()
                .committer()
                .append(
                        attempt.key(),
                        draft,
                        attempt.start(),
                        ObjectKey.ofBucketRecord(attempt.request().target().bucket()),
                        cluster.after(cluster.settings().commit()));
    }

    private PutResult acknowledge(
            Attempt attempt, Manifest manifest, CommitResult.Committed committed) {
        return switch (standing(attempt, committed.witnesses())) {
            case STANDS -> {
                cluster.metadata()
                        .committer()
                        .resolve(
                                attempt.key(),
                                committed.row(),
                                committed.version(),
                                Resolution.VISIBLE);
                yield new PutResult.Stored(manifest.etag(), manifest.checksums());
            }
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.OutcomeUnknown("the bucket is being deleted");
        };
    }

    private PutResult notCommitted(Attempt attempt, ConditionalDraft draft, CommitResult result) {
        return switch (result) {
            case CommitResult.Repeated repeated -> repeated(attempt, repeated);
            case CommitResult.Withdrawn _ -> (PutResult) draft.refusal();
            case CommitResult.Fenced _ ->
                    new Failure.Unavailable("a cleaner passed by; the put did not happen");
            case CommitResult.Unavailable unavailable ->
                    new Failure.Unavailable(unavailable.detail());
            case CommitResult.Unknown unknown -> new Failure.OutcomeUnknown(unknown.detail());
            case CommitResult.Committed _ ->
                    throw new IllegalStateException("committed after all: " + result);
        };
    }

    /**
     * An earlier attempt of the same client operation is in the log. Its success is this one's only
     * if its data is visible, and if its bucket still stands: that attempt may have ended without
     * an answer because the bucket was being deleted.
     */
    private PutResult repeated(Attempt attempt, CommitResult.Repeated repeated) {
        Optional<Manifest> visible =
                resolver.visible(attempt.key(), repeated.row(), repeated.version());
        if (visible.isEmpty()) {
            return new Failure.OutcomeUnknown("an earlier attempt of this request is under way");
        }
        return switch (standing(attempt, Map.of())) {
            case STANDS -> new PutResult.Stored(visible.get().etag(), visible.get().checksums());
            case OVER -> new Failure.NoSuchBucket(false);
            case UNCLEAR -> new Failure.OutcomeUnknown("the bucket is being deleted");
        };
    }

    private Standing standing(Attempt attempt, Map<DcName, Row> witnesses) {
        return buckets.confirmWrite(
                attempt.request().target().bucket(),
                attempt.bucket(),
                witnesses,
                cluster.after(cluster.settings().read()));
    }

    private ConditionalDraft draft(Attempt attempt, Manifest manifest) {
        Value value =
                new Value(
                        cluster.manifests().writeFormat(),
                        attempt.id(),
                        Value.Kind.PUT,
                        attempt.start().fence(),
                        0,
                        attempt.request().target().op(),
                        cluster.manifests().encode(manifest));
        return new ConditionalDraft(
                cluster, resolver, attempt.key(), value, attempt.request().condition());
    }

    private Manifest manifest(
            Attempt attempt,
            Manifest.DataLocation location,
            ObjectBody body,
            ObjectBody.Digests digests) {
        return new Manifest(
                location,
                body.length(),
                digests.md5Hex(),
                digests.checksums(),
                attempt.request().headers(),
                attempt.request().userMetadata(),
                cluster.surroundings().time().instant().truncatedTo(ChronoUnit.MILLIS));
    }
}
