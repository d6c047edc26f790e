package io.giza.simulation.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a disk has of a table's writes, in their order: those that were forced, and perhaps others
 * that a loss of power takes away. A failed force is told once; what it should have written never
 * is, and the next force of the same file says that all is well.
 */
public final class TableDisk {
    private final List<Write> writes = new ArrayList<>();

    /** How many of them can be read after a loss of power. */
    private int forced;

    private boolean hasHole;

    /** How to undo a write, and whether it brings the table forward. */
    private record Write(Runnable undo, boolean isProgress) {}

    /** Takes a write that is not forced yet. */
    public void append(Runnable undo, boolean isProgress) {
        writes.add(new Write(undo, isProgress));
    }

    /** Says that all writes are on disk. */
    public void force() {
        if (!hasHole) {
            forced = writes.size();
        }
    }

    /** Loses what was not forced yet, behind which nothing can be read any more. */
    public void failForce() {
        hasHole = true;
    }

    /** Loses power: what is not on disk is undone. */
    public void losePower() {
        while (writes.size() > forced) {
            writes.removeLast().undo().run();
        }
        hasHole = false;
    }

    /** Is replaced by a copy of itself that somebody made when it had come less far than that. */
    public void putBackAnOlderOne(long below, RandomGenerator random) {
        int first = 0;
        for (long come = 0; come < below && first < forced; first++) {
            come += writes.get(first).isProgress() ? 1 : 0;
        }
        forced = random.nextInt(first);
        losePower();
    }

    /** Returns how far the table has come for sure. */
    public long progress() {
        return writes.stream().limit(forced).filter(Write::isProgress).count();
    }
}
