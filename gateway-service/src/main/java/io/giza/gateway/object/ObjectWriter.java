package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.paxos.Entry.Resolution;

import java.io.IOException;
import java.util.Optional;

/**
 * The story of a put: stripe and encode the body as it arrives; once its last byte is verified,
 * make the fragments durable in parallel with agreeing on the record; acknowledge when both are
 * done and what it is put into still stood; tell the rows that the version is visible.
 */
public final class ObjectWriter {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final RecordCommit recordCommit;
    private final FragmentedPut fragmented;

    /** Wires the story; all puts through it share the memory for stripes. */
    public ObjectWriter(Cluster cluster, BucketDirectory buckets) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.recordCommit = new RecordCommit(cluster, new VersionResolver(cluster));
        this.fragmented = new FragmentedPut(cluster, recordCommit);
    }

    /** Returns the memory of all puts, in bytes. */
    public Budget memory() {
        return fragmented.memory();
    }

    /** Puts an object, or says why not. */
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Body prepared = bodyOf(request, body);
        PutResult result = put(request, prepared);
        // What was streamed into a life that is over is not to be had again.
        for (int attempt = 1;
                attempt < ReplacedBucketRetry.MAX_ATTEMPTS
                        && prepared instanceof Small
                        && isReplaced(result);
                attempt++) {
            result = put(request, prepared);
        }
        return result;
    }

    private static boolean isReplaced(PutResult result) {
        return result instanceof Failure.BucketReplaced;
    }

    /** What is put: as it arrives, or held whole. */
    private sealed interface Body {}

    private record Streamed(ObjectBody body) implements Body {}

    private record Small(SmallBody body) implements Body {}

    private static Body bodyOf(PutRequest request, ObjectBody body) {
        return request.target().account().inlines(body.length())
                ? new Small(new SmallBody(body))
                : new Streamed(body);
    }

    private PutResult put(PutRequest request, Body body) throws IOException {
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

    private PutResult put(PutRequest request, Body body, BucketRecord bucket, Deadline deadline)
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
        return put(key, scope, request, bodyOf(request, body), deadline);
    }

    private PutResult put(
            ObjectKey key, PutScope scope, PutRequest request, Body body, Deadline deadline)
            throws IOException {
        Optional<VersionReader.Hint> hint = cluster.metadata().reader().nearest(key, deadline);
        if (hint.isEmpty()) {
            return new Failure.Unavailable("no metadata data center answers");
        }
        PutId id = PutId.random(cluster.surroundings().random());
        PutAttempt attempt = new PutAttempt(request, scope, key, id, hint.get().row());
        return switch (body) {
            case Small(SmallBody small) -> putInline(attempt, small);
            case Streamed(ObjectBody streamed) -> fragmented.put(attempt, streamed);
        };
    }

    /** A small object travels in its record: once the record is chosen, it is visible. */
    private PutResult putInline(PutAttempt attempt, SmallBody body) throws IOException {
        SmallBody.Content content = body.read();
        Manifest manifest =
                attempt.manifest(
                        new Manifest.Inline(content.bytes()),
                        content.bytes().size(),
                        content.digests(),
                        cluster.surroundings().time().instant());
        ConditionalDraft draft = recordCommit.draft(attempt, manifest);
        CommitResult result = recordCommit.commit(attempt, draft);
        return switch (result) {
            case CommitResult.Committed committed ->
                    recordCommit.acknowledge(attempt, manifest, committed, Resolution.VISIBLE);
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    recordCommit.notCommitted(attempt, draft, result);
        };
    }
}
