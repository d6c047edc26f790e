package io.giza.fragment.store;

import io.giza.record.FragmentName;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The blobs that may be in their places while a power cut would still take them away. Whoever reads
 * one of them forces its entry first: what somebody was told of must not be taken back.
 */
final class UnforcedBlobs {
    /** By name, how many uploads are at it. */
    private final Map<FragmentName, Integer> uploads = new ConcurrentHashMap<>();

    /** Puts a blob into its place, and returns once that is on disk; tells whether it did. */
    @FunctionalInterface
    interface Placement {
        boolean run() throws IOException;
    }

    /** Places a blob that counts as arriving meanwhile. */
    boolean place(FragmentName name, Placement placing) throws IOException {
        uploads.merge(name, 1, Integer::sum);
        try {
            return placing.run();
        } finally {
            uploads.computeIfPresent(name, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Tells whether a blob that is in its place may not be on disk. */
    boolean contains(FragmentName name) {
        return uploads.containsKey(name);
    }
}
