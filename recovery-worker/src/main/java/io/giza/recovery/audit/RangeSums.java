package io.giza.recovery.audit;

import io.giza.record.FragmentName;

import java.util.Locale;

/**
 * What should lie and what lies in one store, summed up over ranges of the hashes of keys. The two
 * come in different orders, and sums do not mind: where they are equal the fragments are, but for a
 * chance of 1 in 2^64 each, and need not be looked at one by one.
 */
final class RangeSums {
    /** How many ranges there are: as three hexadecimal digits tell. */
    static final int RANGES = 1 << 12;

    private static final int DIGITS = 3;
    private static final int HEXADECIMAL = 16;

    private final long seed;
    private final int[] expectedCount = new int[RANGES];
    private final long[] expectedBytes = new long[RANGES];
    private final int[] presentCount = new int[RANGES];
    private final long[] difference = new long[RANGES];

    /**
     * Makes sums of nothing.
     *
     * @param seed what nobody could guess who names fragments
     */
    RangeSums(long seed) {
        this.seed = seed;
    }

    /** Returns the range of a key, by what stands for it in names. */
    static int rangeOf(String keyHash) {
        return Integer.parseInt(keyHash.substring(0, DIGITS), HEXADECIMAL);
    }

    /** Returns what the hashes begin with that are in a range. */
    static String hexPrefix(int range) {
        return String.format(Locale.ROOT, "%03x", range);
    }

    /** A fragment should be there. */
    void addExpected(FragmentLocation location, long length) {
        int range = rangeOf(keyHash(location));
        expectedCount[range]++;
        expectedBytes[range] += length;
        difference[range] += hash(location.name(), length);
    }

    /**
     * A fragment is there.
     *
     * @param isData whether it says so of itself
     */
    void addPresent(FragmentName name, long length, boolean isData) {
        int range = rangeOf(name.keyHash());
        presentCount[range]++;
        difference[range] -= hash(name.path(), isData ? length : -1 - length);
    }

    /** Tells whether in a range there lies what should. */
    boolean isMatching(int range) {
        return expectedCount[range] == presentCount[range] && difference[range] == 0;
    }

    /** Returns how many fragments should be in a range. */
    int expectedCount(int range) {
        return expectedCount[range];
    }

    /** Returns how many bytes should be in a range. */
    long expectedBytes(int range) {
        return expectedBytes[range];
    }

    /** Returns about how many fragments must be looked at in a range. */
    int fragmentCount(int range) {
        return Math.max(expectedCount[range], presentCount[range]);
    }

    /** Returns what stands for the key in the name of what lies somewhere. */
    static String keyHash(FragmentLocation location) {
        return new FragmentName(location.name()).keyHash();
    }

    private long hash(String name, long length) {
        long sum = seed ^ length;
        for (int i = 0; i < name.length(); i++) {
            sum = (sum ^ name.charAt(i)) * 0x100000001b3L;
        }
        sum = (sum ^ (sum >>> 32)) * 0xd6e8feb86659fd93L;
        return sum ^ (sum >>> 32);
    }
}
