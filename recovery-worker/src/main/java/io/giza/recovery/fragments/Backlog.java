package io.giza.recovery.fragments;

/**
 * How many versions lack fragments, as far as passes over all of them found. Written by the task
 * that makes the passes, read by whoever watches.
 */
public final class Backlog {
    private volatile long afterLastPass;
    private volatile long now;

    /** A pass begins, which finds again whatever is still not whole. */
    void passBegun() {
        now = 0;
    }

    void found() {
        now = now + 1;
    }

    void repaired() {
        now = Math.max(0, now - 1);
    }

    void passEnded() {
        afterLastPass = now;
    }

    /**
     * Returns how many versions are known to lack fragments. While a pass is under way those count
     * that the one before it left.
     */
    public long versions() {
        return Math.max(afterLastPass, now);
    }
}
