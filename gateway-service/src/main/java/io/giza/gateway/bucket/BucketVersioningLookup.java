package io.giza.gateway.bucket;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Surroundings;
import io.giza.model.BucketRecord;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a bucket does about versions as an operation goes by it ({@link BucketDirectory#findFresh}):
 * known when the operation began, or asked for while it does something else. For one task at a
 * time.
 */
public final class BucketVersioningLookup {
    private final Moment startedAt;
    private final Optional<Inbox<BucketLookup>> answer;
    private @Nullable BucketLookup lookup;

    private BucketVersioningLookup(
            Moment startedAt, Optional<Inbox<BucketLookup>> answer, @Nullable BucketLookup lookup) {
        this.startedAt = startedAt;
        this.answer = answer;
        this.lookup = lookup;
    }

    /**
     * Returns what an operation goes by that knows the bucket already.
     *
     * @param startedAt when the operation began, by this gateway
     */
    public static BucketVersioningLookup known(BucketRecord record, Moment startedAt) {
        return new BucketVersioningLookup(
                startedAt, Optional.empty(), new BucketLookup.Known(record));
    }

    static BucketVersioningLookup inBackground(
            Surroundings surroundings, Moment startedAt, Supplier<BucketLookup> query) {
        Inbox<BucketLookup> answer = surroundings.tasks().inbox(1);
        surroundings.tasks().fork("fresh-bucket", () -> answer.put(query.get()));
        return new BucketVersioningLookup(startedAt, Optional.of(answer), null);
    }

    /** Returns when the operation began, by this gateway. */
    public Moment startedAt() {
        return startedAt;
    }

    /** Returns what is known of the bucket, waiting for it until the deadline. */
    public BucketLookup await(Deadline deadline) {
        if (lookup == null) {
            lookup =
                    answer.flatMap(inbox -> inbox.take(deadline))
                            .orElseGet(() -> new BucketLookup.Unreachable("no quorum answered"));
        }
        return lookup;
    }
}
