package io.giza.gateway.bucket;

import io.giza.concurrent.Moment;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a gateway remembers of buckets, by their names. */
final class BucketCache {
    /** More names than this are not remembered; forgetting costs a local read. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, CachedBucket> remembered = new ConcurrentHashMap<>();

    /**
     * What is remembered of a bucket.
     *
     * @param confirmed whether a quorum said so
     * @param asOf when it was asked, by this gateway
     */
    record CachedBucket(BucketRecord record, boolean confirmed, Moment asOf) {
        /** Returns what is known better. */
        CachedBucket moreReliable(CachedBucket other) {
            boolean later = confirmed == other.confirmed && other.asOf.isNotBefore(asOf);
            return later || (other.confirmed && !confirmed) ? other : this;
        }
    }

    @Nullable CachedBucket of(String name) {
        return remembered.get(name);
    }

    /** Keeps what is known better, of a bucket that is not being deleted. */
    void keep(String name, CachedBucket known) {
        boolean room = remembered.size() < MAX_REMEMBERED || remembered.containsKey(name);
        if (room && known.record().state() == State.ACTIVE) {
            remembered.merge(name, known, CachedBucket::moreReliable);
        }
    }

    void forget(String name) {
        remembered.remove(name);
    }
}
