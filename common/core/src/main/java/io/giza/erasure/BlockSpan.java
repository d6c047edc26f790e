package io.giza.erasure;

/**
 * Consecutive blocks of one shard of one stripe.
 *
 * @param from the first block
 * @param to one past the last block; not after {@code from} for none
 */
public record BlockSpan(int from, int to) {
    /** No blocks. */
    public static final BlockSpan NONE = new BlockSpan(0, 0);

    /** Tells whether there are no blocks. */
    public boolean isEmpty() {
        return to <= from;
    }

    /** Returns the smallest span that holds both. */
    public BlockSpan union(BlockSpan other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty()
                ? this
                : new BlockSpan(Math.min(from, other.from), Math.max(to, other.to));
    }

    /** Returns how many blocks it has. */
    public int length() {
        return Math.max(0, to - from);
    }
}
