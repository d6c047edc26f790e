package io.giza.gateway.bucket;

import io.giza.concurrent.Moment;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a gateway remembers of buckets, by their names. */
final class RememberedBuckets {
    /** More names than this are not remembered; forgetting costs a local read. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    /**
     * What is remembered of a bucket.
     *
     * @param confirmed whether a quorum said so
     * @param asked when it was asked, by this gateway
     */
    record Remembered(BucketRecord record, boolean confirmed, Moment asked) {
        /** Returns what is known better. */
        Remembered or(Remembered other) {
            boolean later = confirmed == other.confirmed && other.asked.isNotBefore(asked);
            return later || (other.confirmed && !confirmed) ? other : this;
        }
    }

    @Nullable Remembered of(String name) {
        return remembered.get(name);
    }

    /** Keeps what is known better, of a bucket that is not being deleted. */
    void keep(String name, Remembered known) {
        boolean room = remembered.size() < MAX_REMEMBERED || remembered.containsKey(name);
        if (room && known.record().state() == State.ACTIVE) {
            remembered.merge(name, known, Remembered::or);
        }
    }

    void forget(String name) {
        remembered.remove(name);
    }
}
