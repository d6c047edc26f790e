package io.giza.stripe.read;

import io.giza.erasure.BlockSpan;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A part of a read for which the same blocks are taken from every fragment that is asked. Pure.
 *
 * @param layout the geometry
 * @param range the bytes of the object that are wanted, not empty
 * @param fragment the fragment that is wanted instead, of all stripes, and not to be asked itself
 */
public record ReadPlan(StripeLayout layout, ByteRange range, OptionalInt fragment) {
    /** Plans to read bytes of the object. */
    ReadPlan(StripeLayout layout, ByteRange range) {
        this(layout, range, OptionalInt.empty());
    }

    /** Plans to make a fragment of an object that is not empty from others. */
    public static ReadPlan ofFragment(StripeLayout layout, int index) {
        return new ReadPlan(layout, new ByteRange(0, layout.objectSize()), OptionalInt.of(index));
    }

    /**
     * Cuts a range into parts, in order, so that no block is read in vain. Of a stripe that is
     * wanted whole the same blocks are wanted of all shards. Of one that is not, each shard gives
     * its own blocks in a part of its own; if it cannot, just those blocks are decoded. Only where
     * that spares less than a block, beside other stripes, it is not worth requests of its own.
     */
    static List<ReadPlan> parts(StripeLayout layout, ByteRange range) {
        long first = layout.stripeOf(range.from());
        long last = layout.stripeOf(range.to() - 1);
        List<ReadPlan> head = pieces(layout, first, range);
        List<ReadPlan> tail = last == first ? List.of() : pieces(layout, last, range);
        long from = head.isEmpty() ? range.from() : layout.stripeStart(first + 1);
        long to = tail.isEmpty() ? range.to() : layout.stripeStart(last);
        List<ReadPlan> parts = new ArrayList<>(head);
        if (from < to) {
            parts.add(new ReadPlan(layout, new ByteRange(from, to)));
        }
        parts.addAll(tail);
        return List.copyOf(parts);
    }

    /** Returns a part per shard of a stripe; none if that spares nothing. */
    private static List<ReadPlan> pieces(StripeLayout layout, long stripe, ByteRange range) {
        int k = layout.coding().dataFragments();
        long apart =
                IntStream.range(0, k)
                        .mapToLong(
                                i -> layout.spanLength(stripe, layout.blocksOf(stripe, i, range)))
                        .sum();
        long together = (long) k * layout.spanLength(stripe, layout.blocksOfAll(stripe, range));
        boolean alone = layout.stripeOf(range.from()) == layout.stripeOf(range.to() - 1);
        if (together - apart < (alone ? 1 : StripeLayout.BLOCK_BYTES)) {
            return List.of();
        }
        long start = layout.stripeStart(stripe);
        int length = layout.shardLength(stripe);
        return IntStream.range(0, k)
                .filter(i -> !layout.shardRange(stripe, i, range).isEmpty())
                .mapToObj(
                        i -> {
                            ByteRange within = layout.shardRange(stripe, i, range);
                            long shard = start + (long) i * length;
                            return new ReadPlan(
                                    layout,
                                    new ByteRange(shard + within.from(), shard + within.to()));
                        })
                .toList();
    }

    long firstStripe() {
        return layout.stripeOf(range.from());
    }

    long lastStripe() {
        return layout.stripeOf(range.to() - 1);
    }

    /** Returns the shards that are wanted: those that hold bytes of the range, or the fragment. */
    Set<Integer> wanted() {
        if (fragment.isPresent()) {
            return Set.of(fragment.getAsInt());
        }
        long last = Math.min(lastStripe(), firstStripe() + 1);
        return IntStream.range(0, layout.coding().dataFragments())
                .filter(
                        i ->
                                LongStream.of(firstStripe(), last, lastStripe())
                                        .anyMatch(s -> !layout.shardRange(s, i, range).isEmpty()))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the blocks to read of a stripe. Those of all stripes follow each other: a part of
     * several wants the same blocks of all shards, and so the first shard to its end.
     */
    BlockSpan span(long stripe) {
        return layout.blocksOfAll(stripe, range);
    }

    /** Returns how many bytes the blocks to read of a stripe are, with their checksums. */
    int spanLength(long stripe) {
        return layout.spanLength(stripe, span(stripe));
    }

    /** Returns the range of a fragment's body from a stripe on. */
    ByteRange body(long fromStripe) {
        long last = lastStripe();
        return new ByteRange(
                layout.spanOffset(fromStripe, span(fromStripe)),
                layout.spanOffset(last, span(last)) + spanLength(last));
    }

    /** Returns how many bytes of the range lie in a stripe or after it. */
    long bytesFrom(long stripe) {
        return range.to() - Math.max(range.from(), layout.stripeStart(stripe));
    }
}
