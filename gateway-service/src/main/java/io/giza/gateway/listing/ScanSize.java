package io.giza.gateway.listing;

/**
 * How many rows a listing asks for at a time. A page that was filled from every row that was read
 * is followed by a scan of just what is missing. Where rows hold no object, more are asked for, so
 * that a long run of deleted keys takes few requests; where most were skipped because their group
 * is listed already, fewer, because seeking past a group is cheaper than reading it.
 */
final class ScanSize {
    /** The greatest scan that is answered in full. */
    private static final int MAX = 1000;

    /** With a delimiter the first keys may be all of one group. */
    private static final int FIRST_WITH_DELIMITER = 64;

    /** Less than this costs as much, for each request crosses the world. */
    private static final int MIN = 16;

    /** How many rows may be read for nothing for each one that was needed. */
    private static final int MAX_ROWS_PER_TAKEN = 8;

    private ScanSize() {}

    /**
     * What became of a page of rows.
     *
     * @param rows how many were read
     * @param skipped those of a group that was listed already
     * @param taken how many keys and groups were listed of them
     */
    record PageUsage(int rows, int skipped, int taken) {}

    /** Returns the size of the first scan for {@code wanted} keys and groups. */
    static int first(int wanted, boolean hasDelimiter) {
        return Math.min(hasDelimiter ? FIRST_WITH_DELIMITER : MAX, wanted);
    }

    /** Returns the size of the scan for {@code wanted} more, after what became of the last one. */
    static int next(int wanted, PageUsage last) {
        long expected = (long) wanted * last.rows() / Math.max(1, last.taken());
        int worthwhile = Math.max(MIN, MAX_ROWS_PER_TAKEN * (last.rows() - last.skipped()));
        return Math.clamp(expected, 1, Math.min(MAX, worthwhile));
    }
}
