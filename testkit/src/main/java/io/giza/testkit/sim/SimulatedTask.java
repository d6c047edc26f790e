package io.giza.testkit.sim;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/** One task of a run: a virtual thread that runs only while it holds the baton. */
final class SimulatedTask {
    /**
     * RUNNABLE: may be picked, or is running. WAITING: for an inbox, a timer or a group. ENDED: ran
     * to its end. ABANDONED: never runs again.
     */
    enum State {
        RUNNABLE,
        WAITING,
        ENDED,
        ABANDONED
    }

    final String name;
    final TaskGroup group;
    State state = State.RUNNABLE;

    /** Why it is not running, or why it may run again: the text of its next event. */
    String reason = "starts";

    /** Counts its waits, so that a timer of an earlier wait is known to be void. */
    long waits;

    /** Its place among the runnable tasks, -1 when it is not there. */
    int place = -1;

    private final Runnable body;
    private volatile @Nullable Thread thread;
    private volatile boolean hasBaton;

    SimulatedTask(String name, TaskGroup group, Runnable body) {
        this.name = name;
        this.group = group;
        this.body = body;
    }

    /** Hands the baton to this task. The caller must stop touching shared state after it. */
    void resume(Executor threads) {
        Thread started = thread;
        if (started == null) {
            threads.execute(this::start);
        } else {
            hasBaton = true;
            LockSupport.unpark(started);
        }
    }

    /** Waits, on this task's thread, until the baton comes; for ever if it never does. */
    void awaitBaton() {
        while (!hasBaton) {
            LockSupport.park(this);
        }
        hasBaton = false;
    }

    boolean isCurrentThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Returns where its thread is, for a report; empty before it started. */
    StackTraceElement[] stack() {
        Thread started = thread;
        return started == null ? new StackTraceElement[0] : started.getStackTrace();
    }

    private void start() {
        thread = Thread.currentThread();
        body.run();
    }
}
