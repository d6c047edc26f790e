package io.giza.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The segments of a row, by their first versions. Each holds the versions up to the one before the
 * next segment's first, the last one those up to the first version in the row's head; whatever else
 * a segment holds at its end is not part of the row. So it is always known where a version is.
 *
 * @param firsts the first versions, ascending; the first of them is 1
 */
public record SegmentList(List<Long> firsts) {
    /** No segments: the head holds the whole log. */
    public static final SegmentList NONE = new SegmentList(List.of());

    public SegmentList {
        firsts = List.copyOf(firsts);
        long before = 0;
        for (long first : firsts) {
            if (first <= before || (before == 0 && first != 1)) {
                throw new IllegalStateException("no such segments: " + firsts);
            }
            before = first;
        }
    }

    /** Returns this list with a segment at its end. */
    public SegmentList with(long first) {
        List<Long> longer = new ArrayList<>(firsts);
        longer.add(first);
        return new SegmentList(longer);
    }

    /** Returns the first version of the segment that {@code version}, at least 1, belongs to. */
    public long holding(long version) {
        int index = Collections.binarySearch(firsts, version);
        return firsts.get(index >= 0 ? index : -index - 2);
    }

    /**
     * Returns the last version that belongs to a segment.
     *
     * @param first the segment's first version
     * @param head the first version that the head holds
     */
    public long lastOf(long first, long head) {
        int next = Collections.binarySearch(firsts, first) + 1;
        return (next < firsts.size() ? firsts.get(next) : head) - 1;
    }
}
