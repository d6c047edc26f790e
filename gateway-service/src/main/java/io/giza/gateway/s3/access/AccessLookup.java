package io.giza.gateway.s3.access;

import io.giza.concurrent.Expiry;
import io.giza.concurrent.ParallelTasks;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.system.SystemRows;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.LifecycleCodec;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks up who may do what in buckets. What a quorum said is remembered for a while, as what it
 * says of access keys is: a policy that was changed is in effect everywhere within that time,
 * counted from before the quorum was asked, and at once at the gateway that changed it. While a
 * bucket is in use it is looked up again before its time is over, beside the requests that use it.
 */
public final class AccessLookup {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLookup.class);

    /** More buckets than this are not remembered. */
    private static final int MAX_REMEMBERED = 10_000;

    private final S3Services services;
    private final Surroundings surroundings;
    private final Duration freshness;
    private final RateLimiter unknownBuckets;
    private final Map<String, CachedAccess> remembered = new ConcurrentHashMap<>();

    /** Counts the changes made here: a look-up that one overtook may have seen what was before. */
    private final AtomicLong changes = new AtomicLong();

    /**
     * Makes the lookup.
     *
     * @param freshness how long what was found may be remembered
     * @param unknownBuckets how often buckets that are not remembered may be looked up for those
     *     who signed nothing
     */
    public AccessLookup(
            S3Services services,
            Surroundings surroundings,
            Duration freshness,
            RateLimiter unknownBuckets) {
        this.services = services;
        this.surroundings = surroundings;
        this.freshness = freshness;
        this.unknownBuckets = unknownBuckets;
    }

    private record CachedAccess(
            BucketAccess access, Expiry renewal, Expiry end, AtomicBoolean renewing) {}

    /** Forgets what was known of a bucket, which was changed here. */
    public void invalidate(String bucket) {
        changes.incrementAndGet();
        remembered.remove(bucket);
    }

    /** Forgets what was known of the buckets of an account, of which something was changed here. */
    void invalidateOf(String account) {
        changes.incrementAndGet();
        remembered.values().removeIf(each -> each.access().owner().equals(account));
    }

    /**
     * Tells what an account refuses to make public.
     *
     * @throws S3Exception ServiceUnavailable
     */
    PublicAccessBlock blockOf(Resource resource, String account) {
        return block(read(resource, AccessDocuments.block(account)));
    }

    /**
     * Finds a bucket for somebody who signed nothing.
     *
     * @return empty if there is no such bucket
     * @throws S3Exception SlowDown if too many were looked up, or ServiceUnavailable
     */
    Optional<BucketAccess> findUnsigned(Resource resource) {
        if (!remembered.containsKey(resource.bucket()) && !unknownBuckets.tryAcquire()) {
            throw new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
        }
        return find(resource);
    }

    /**
     * Finds a bucket.
     *
     * @return empty if there is no such bucket
     * @throws S3Exception ServiceUnavailable
     */
    Optional<BucketAccess> find(Resource resource) {
        CachedAccess known = remembered.get(resource.bucket());
        if (known == null || known.end().hasPassed(surroundings.time())) {
            return lookUp(resource, known);
        }
        if (known.renewal().hasPassed(surroundings.time())
                && known.renewing().compareAndSet(false, true)) {
            surroundings.tasks().fork("renew-access", () -> renew(resource, known));
        }
        return Optional.of(known.access());
    }

    private void renew(Resource resource, CachedAccess known) {
        try {
            lookUp(resource, known);
        } catch (S3Exception e) {
            LOG.atDebug().addKeyValue("bucket", resource.bucket()).log("not renewed", e);
            known.renewing().set(false);
        }
    }

    private Optional<BucketAccess> lookUp(Resource resource, @Nullable CachedAccess before) {
        long asOf = changes.get();
        Expiry renewal = surroundings.time().expiry(freshness.dividedBy(2));
        Expiry end = surroundings.time().expiry(freshness);
        Optional<BucketAccess> found = read(resource, before);
        found.ifPresentOrElse(
                access ->
                        remember(
                                resource.bucket(),
                                new CachedAccess(access, renewal, end, new AtomicBoolean()),
                                asOf),
                () -> remembered.remove(resource.bucket()));
        return found;
    }

    private void remember(String bucket, CachedAccess found, long asOf) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(each -> each.end().hasPassed(surroundings.time()));
        }
        if (remembered.size() < MAX_REMEMBERED || remembered.containsKey(bucket)) {
            remembered.put(bucket, found);
        }
        // A change that came meanwhile has not found it to forget it.
        if (changes.get() != asOf) {
            remembered.remove(bucket, found);
        }
    }

    /** A bucket that was known is most likely the same, so its documents are read beside it. */
    private Optional<BucketAccess> read(Resource resource, @Nullable CachedAccess before) {
        if (before == null) {
            return findBucket(resource).map(bucket -> read(resource, bucket));
        }
        BucketId likely = before.access().bucket();
        String owner = before.access().owner();
        List<Supplier<Answer>> questions = new ArrayList<>(documents(resource, likely, owner));
        questions.addFirst(() -> new Answer(findBucket(resource), Optional.empty()));
        List<Answer> answers = ParallelTasks.runAll(surroundings, "access", questions);
        return answers.getFirst()
                .bucket()
                .map(
                        bucket ->
                                bucket.id().equals(likely) && bucket.account().equals(owner)
                                        ? access(bucket, answers.subList(1, answers.size()))
                                        : read(resource, bucket));
    }

    private BucketAccess read(Resource resource, Bucket bucket) {
        return access(
                bucket,
                ParallelTasks.runAll(
                        surroundings,
                        "access",
                        documents(resource, bucket.id(), bucket.account())));
    }

    /** What {@link #access} puts together, in its order. */
    private List<Supplier<Answer>> documents(Resource resource, BucketId bucket, String account) {
        return Stream.of(
                        AccessDocuments.policy(bucket),
                        AccessDocuments.block(bucket),
                        AccessDocuments.acl(bucket),
                        AccessDocuments.ownership(bucket),
                        AccessDocuments.block(account),
                        AccessDocuments.lifecycle(bucket))
                .<Supplier<Answer>>map(document -> () -> read(resource, document))
                .toList();
    }

    private static BucketAccess access(Bucket bucket, List<Answer> answers) {
        return new BucketAccess(
                bucket.id(),
                bucket.account(),
                answers.get(0).record().map(each -> AccessDocuments.policy(each, bucket.name())),
                OwnershipControls.of(answers.get(3).record()),
                answers.get(2).record().map(AccessDocuments::acl).filter(list -> !list.isPrivate()),
                block(answers.get(1)).and(block(answers.get(4))),
                answers.get(5).record().map(LifecycleCodec::decode));
    }

    private static PublicAccessBlock block(Answer answer) {
        return answer.record().map(AccessDocuments::block).orElse(PublicAccessBlock.NONE);
    }

    /** What was asked for: a bucket, or a document of one. */
    private record Answer(Optional<Bucket> bucket, Optional<Value> record) {}

    private Answer read(Resource resource, ObjectKey document) {
        return switch (services.rows().read(document)) {
            case SystemRows.Held(Optional<Value> record) -> new Answer(Optional.empty(), record);
            case SystemRows.Unavailable failure -> throw Failures.toError(failure, resource);
        };
    }

    private Optional<Bucket> findBucket(Resource resource) {
        return switch (services.buckets().find(resource.bucket())) {
            case FindResult.Found(Bucket bucket) -> Optional.of(bucket);
            case FindResult.Absent() -> Optional.empty();
            case FindResult.Foreign() -> throw new IllegalStateException("nobody is a stranger");
            case BucketService.Unavailable failure -> throw Failures.toError(failure, resource);
        };
    }
}
