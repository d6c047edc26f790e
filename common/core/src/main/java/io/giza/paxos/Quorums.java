package io.giza.paxos;

/**
 * The quorum sizes of Fast Paxos over {@code size} metadata data centers.
 *
 * <p>Safe sizes satisfy 2 classic &gt; size (two classic quorums meet), classic + fast &gt; size,
 * and classic + 2 fast &gt; 2 size (any two fast quorums meet in every classic quorum); {@link #of}
 * gives the smallest. They are computed and never configured: F=2 at N=3 is available but unsafe.
 *
 * @param size the number of acceptors, N
 * @param classic the size of both phases' classic quorum, C
 * @param fast the size of a fast quorum, F
 */
public record Quorums(int size, int classic, int fast) {
    /**
     * Returns the sizes for {@code size} acceptors: a majority, and three quarters rounded up.
     *
     * @throws IllegalArgumentException unless size is 3 to 11
     */
    public static Quorums of(int size) {
        if (size < 3 || size > 11) {
            throw new IllegalArgumentException(
                    "metadata data centers must be 3 to 11, not " + size);
        }
        return new Quorums(size, size / 2 + 1, (3 * size + 3) / 4);
    }

    /** Tells whether {@code count} acceptors are a classic quorum. */
    public boolean isClassic(int count) {
        return count >= classic;
    }

    /** Tells whether {@code count} acceptors are a fast quorum. */
    public boolean isFast(int count) {
        return count >= fast;
    }

    /**
     * Tells whether a value with {@code votes} fast votes among {@code answered} acceptors may have
     * been chosen: all silent acceptors together with these votes would be a fast quorum.
     */
    public boolean mayBeFastChosen(int votes, int answered) {
        return votes > 0 && votes + (size - answered) >= fast;
    }
}
