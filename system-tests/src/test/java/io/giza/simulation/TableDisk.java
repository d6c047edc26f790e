package io.giza.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a disk has of a table's writes, in their order: those that were forced, and perhaps others
 * that a loss of power takes away. A failed force is told once; what it should have written never
 * is, and the next force of the same file says that all is well.
 */
final class TableDisk {
    /** How to undo each write, the oldest first. */
    private final List<Runnable> writes = new ArrayList<>();

    /** How many of them can be read after a loss of power. */
    private int forced;

    private boolean hasHole;

    /** Takes a write that is not forced yet. */
    void append(Runnable undo) {
        writes.add(undo);
    }

    /** Says that all writes are on disk. */
    void force() {
        if (!hasHole) {
            forced = writes.size();
        }
    }

    /** Loses what was not forced yet, behind which nothing can be read any more. */
    void failForce() {
        hasHole = true;
    }

    /** Loses power: what is not on disk is undone. */
    void losePower() {
        while (writes.size() > forced) {
            writes.removeLast().run();
        }
        hasHole = false;
    }

    /** Is replaced by a copy of itself that somebody made when it had fewer writes than that. */
    void putBackAnOlderOne(long below, RandomGenerator random) {
        forced = (int) random.nextLong(Math.min(below, forced));
        losePower();
    }

    /** Returns how many writes are on it for sure. */
    int forced() {
        return forced;
    }
}
