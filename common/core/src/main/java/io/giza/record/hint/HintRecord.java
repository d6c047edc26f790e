package io.giza.record.hint;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The writes to one key space that one data center missed, for a hinted handoff (Dynamo, section
 * 4.6): the keys by name, or the whole key space if there are too many.
 *
 * <p>Each hint has a random stamp. A repair removes the hints that it began with, so that a write
 * missed during the repair keeps its hint.
 *
 * @param keys the stamps of the keys that are hinted by name
 * @param all the stamp of a hint for the whole key space, 0 if there is none
 */
public record HintRecord(SortedMap<String, Long> keys, long all) {
    /** No hints. */
    public static final HintRecord EMPTY = new HintRecord(new TreeMap<>(), 0);

    /** More keys than this are a hint for the whole key space. */
    public static final int MAX_KEYS = 256;

    /** A record must fit into a row beside its predecessors. */
    private static final int MAX_NAME_BYTES = 16 << 10;

    public HintRecord {
        keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys));
    }

    /** Whether no write is hinted. */
    public boolean isEmpty() {
        return keys.isEmpty() && all == 0;
    }

    /** Whether the whole key space is hinted. */
    public boolean isOfAll() {
        return all != 0;
    }

    /**
     * Returns this record with hints for more keys.
     *
     * @param stamp of the new hints, not 0
     */
    public HintRecord with(Collection<String> names, long stamp) {
        SortedMap<String, Long> more = new TreeMap<>(keys);
        names.forEach(name -> more.put(name, stamp));
        return isOfAll() || more.size() > MAX_KEYS || bytes(more) > MAX_NAME_BYTES
                ? withAll(stamp)
                : new HintRecord(more, 0);
    }

    /**
     * Returns this record with a hint for the whole key space.
     *
     * @param stamp of the new hint, not 0
     */
    public HintRecord withAll(long stamp) {
        return new HintRecord(new TreeMap<>(), stamp);
    }

    /** Returns this record without the hints that were repaired. */
    public HintRecord without(HintRecord repaired) {
        SortedMap<String, Long> left = new TreeMap<>(keys);
        repaired.keys.forEach(left::remove);
        return new HintRecord(left, all == repaired.all ? 0 : all);
    }

    private static int bytes(SortedMap<String, Long> keys) {
        return keys.keySet().stream()
                .mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length + Long.BYTES)
                .sum();
    }
}
