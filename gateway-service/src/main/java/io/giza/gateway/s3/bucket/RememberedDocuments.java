package io.giza.gateway.s3.bucket;

import io.giza.concurrent.Expiry;
import io.giza.concurrent.Time;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.system.SystemRows;
import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * What buckets say in a document of theirs, for senders that nobody authenticates. So what was
 * found in a bucket is remembered for a while, and so is that nothing was, not even a bucket; and
 * so many look-ups a second are made at most, but of buckets that were found before.
 *
 * @param <T> what the document says
 */
public final class RememberedDocuments<T> {
    /** More buckets than this are not remembered. */
    private static final int MAX_CACHED = 10_000;

    private final S3Services services;
    private final Time time;
    private final Freshness freshness;
    private final BucketConfiguration kind;
    private final BiFunction<Bucket, Element, T> read;
    private final Map<String, Known<T>> cache = new ConcurrentHashMap<>();

    /**
     * How fresh the answers are.
     *
     * @param duration how long what was found is remembered
     * @param lookups how often buckets may be looked at
     */
    public record Freshness(Duration duration, RateLimiter lookups) {}

    /**
     * Remembers nothing yet.
     *
     * @param kind which document; one that is kept as XML
     * @param read reads that of a bucket
     */
    public RememberedDocuments(
            S3Services services,
            Time time,
            Freshness freshness,
            BucketConfiguration kind,
            BiFunction<Bucket, Element, T> read) {
        this.services = services;
        this.time = time;
        this.freshness = freshness;
        this.kind = kind;
        this.read = read;
    }

    private record Known<T>(Optional<T> document, boolean isAbsent, Expiry until) {}

    /** Forgets what a bucket said. */
    public void invalidate(String bucket) {
        cache.remove(bucket);
    }

    /** Tells, without asking anybody, whether it is remembered that a bucket says nothing. */
    public boolean isKnownSilent(String bucket) {
        Known<T> known = cache.get(bucket);
        return known != null && known.document().isEmpty() && !known.until().hasPassed(time);
    }

    /**
     * Returns what a bucket says; empty if that is nothing.
     *
     * @throws S3Exception NoSuchBucket, SlowDown if too many were looked up, or ServiceUnavailable
     */
    public Optional<T> find(Resource resource) {
        Known<T> known = cache.get(resource.bucket());
        if (known == null || known.until().hasPassed(time)) {
            known = lookUp(resource, known);
        }
        if (known.isAbsent()) {
            throw Failures.noSuchBucket(resource);
        }
        return known.document();
    }

    /** Whoever asks for buckets that are not there takes no look-up from those that are. */
    private Known<T> lookUp(Resource resource, @Nullable Known<T> before) {
        boolean wasFound = before != null && !before.isAbsent();
        if (!wasFound && !freshness.lookups().tryAcquire()) {
            throw new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
        }
        Expiry until = time.expiry(freshness.duration());
        Known<T> found = read(resource, until);
        store(resource.bucket(), found);
        return found;
    }

    /** Buckets that were found make way only for one another. */
    private void store(String bucket, Known<T> found) {
        if (cache.size() >= MAX_CACHED) {
            cache.values().removeIf(each -> each.isAbsent() && each.until().hasPassed(time));
        }
        if (cache.size() >= MAX_CACHED && !found.isAbsent()) {
            cache.values().removeIf(each -> each.isAbsent() || each.until().hasPassed(time));
        }
        if (cache.size() < MAX_CACHED || cache.containsKey(bucket)) {
            cache.put(bucket, found);
        }
    }

    private Known<T> read(Resource resource, Expiry until) {
        return switch (services.buckets().find(resource.bucket())) {
            case FindResult.Absent() -> new Known<>(Optional.empty(), true, until);
            case FindResult.Foreign() -> throw new IllegalStateException("nobody is a stranger");
            case BucketService.Unavailable failure -> throw Failures.toError(failure, resource);
            case FindResult.Found(Bucket bucket) ->
                    switch (services.rows().read(kind.key(bucket.id()))) {
                        case SystemRows.Unavailable failure ->
                                throw Failures.toError(failure, resource);
                        case SystemRows.Held(Optional<Value> record) ->
                                new Known<>(
                                        record.map(kind::parse)
                                                .map(each -> read.apply(bucket, each)),
                                        false,
                                        until);
                    };
        };
    }
}
