package io.giza.console.view;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of what lies below a prefix of a bucket.
 *
 * @param prefix empty for the whole bucket
 * @param folders prefixes that are one segment longer
 * @param objects those right below it
 * @param next where the next page begins; null if this is the last
 * @param isFirst whether it is the first
 * @param deleted how many objects were deleted just now
 * @param problem why something was not done; empty if nothing was refused
 */
public record Folder(
        String bucket,
        String prefix,
        List<String> folders,
        List<Item> objects,
        @Nullable String next,
        boolean isFirst,
        long deleted,
        String problem) {
    /**
     * An object.
     *
     * @param modified when, in ISO 8601
     */
    public record Item(String key, long size, String modified, String etag) {}

    /**
     * A segment of the prefix.
     *
     * @param name what it is called
     * @param prefix where it leads
     */
    public record Crumb(String name, String prefix) {}

    /** Returns the segments of the prefix. */
    public List<Crumb> crumbs() {
        List<Crumb> crumbs = new ArrayList<>();
        int from = 0;
        for (int slash = prefix.indexOf('/'); slash >= 0; slash = prefix.indexOf('/', from)) {
            crumbs.add(new Crumb(prefix.substring(from, slash), prefix.substring(0, slash + 1)));
            from = slash + 1;
        }
        return crumbs;
    }

    /** Returns what is left of a key or prefix below this one. */
    public String name(String key) {
        String name = key.startsWith(prefix) ? key.substring(prefix.length()) : key;
        return name.isEmpty() ? "(this folder)" : name;
    }

    /** Tells whether there is nothing in it. */
    public boolean isEmpty() {
        return folders.isEmpty() && objects.isEmpty();
    }
}
