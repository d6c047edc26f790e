package io.giza.lifecycle;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a rule is about: all of its conditions must hold.
 *
 * @param prefix keys must begin with it; may be empty
 * @param tags the version must have all of these, value by key; may be empty
 * @param above the version must be larger than this, in bytes; {@link #ANY_ABOVE} for any
 * @param below the version must be smaller than this, in bytes; {@link #ANY_BELOW} for any
 * @throws IllegalArgumentException if no size is above the one and below the other
 */
public record LifecycleFilter(
        String prefix, SortedMap<String, String> tags, long above, long below) {
    /** The lower bound of those that want none. */
    public static final long ANY_ABOVE = -1;

    /** The upper bound of those that want none. */
    public static final long ANY_BELOW = Long.MAX_VALUE;

    public LifecycleFilter {
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        if (above < ANY_ABOVE || below <= 0 || above >= below - 1) {
            throw new IllegalArgumentException("no size is above " + above + " and below " + below);
        }
    }

    /** Returns the filter that asks for a prefix alone. */
    public static LifecycleFilter of(String prefix) {
        return new LifecycleFilter(prefix, new TreeMap<>(), ANY_ABOVE, ANY_BELOW);
    }

    /** Tells whether it asks for a size. */
    public boolean limitsSize() {
        return above != ANY_ABOVE || below != ANY_BELOW;
    }

    boolean holdsForKey(String key) {
        return key.startsWith(prefix);
    }

    boolean holdsForData(String key, long size, Map<String, String> itsTags) {
        return holdsForKey(key)
                && size > above
                && size < below
                && itsTags.entrySet().containsAll(tags.entrySet());
    }

    /** A marker has neither tags nor size, so a filter that asks for one is not about markers. */
    boolean holdsForMarker(String key) {
        return holdsForKey(key) && tags.isEmpty() && !limitsSize();
    }
}
