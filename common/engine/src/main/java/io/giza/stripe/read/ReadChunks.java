package io.giza.stripe.read;

import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;

import java.util.List;

/**
 * How much of a range is fetched at a time. Pure.
 *
 * @param layout the geometry
 * @param spares how many fragments more than needed are asked at once
 */
record ReadChunks(StripeLayout layout, int spares) {
    /** Two stripes of a long part, and less than one of those beside it. */
    private static final int STRIPES = 3;

    /** Returns how much memory it takes to read a range while fetching ahead. */
    long maxMemory(ByteRange range) {
        if (range.isEmpty()) {
            return 0;
        }
        long first = layout.stripeOf(range.from());
        long last = layout.stripeOf(range.to() - 1);
        long span =
                first == last
                        ? layout.spanLength(first, layout.blocksOfAll(first, range))
                        : layout.framedShardLength(first);
        return Math.min(STRIPES, last - first + 1) * lanes() * span;
    }

    /** Returns with how much memory every range can be read: a block of each lane, and one more. */
    long minMemory() {
        return (lanes() + 1) * StripeLayout.FRAMED_BLOCK_BYTES;
    }

    /** Returns all parts of a range. */
    List<ReadPlan> all(ByteRange range) {
        return ReadPlan.parts(layout, range);
    }

    /**
     * Returns the next stretch of a range: of one shard, and so long that it can be decoded from
     * others within so much memory.
     */
    List<ReadPlan> next(ByteRange range, long memory) {
        long stripe = layout.stripeOf(range.from());
        long start = layout.stripeStart(stripe);
        int length = layout.shardLength(stripe);
        long within = range.from() - start;
        long shard = start + within / length * length;
        long block = within % length / StripeLayout.BLOCK_BYTES;
        long blocks = Math.max(1, memory / minMemory());
        long end = Math.min(length, (block + blocks) * StripeLayout.BLOCK_BYTES);
        return List.of(
                new ReadPlan(
                        layout, new ByteRange(range.from(), Math.min(range.to(), shard + end))));
    }

    private long lanes() {
        return (long) layout.coding().dataFragments() + spares;
    }
}
