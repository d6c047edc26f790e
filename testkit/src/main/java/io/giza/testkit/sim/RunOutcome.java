package io.giza.testkit.sim;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** How a run ended; the thread that started the run waits for it here. */
final class RunOutcome {
    private static final Object SUCCESS = new Object();
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final Thread waiter = Thread.currentThread();
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

    void succeeded() {
        decide(SUCCESS);
    }

    void failed(SimulationFailure failure) {
        decide(failure);
    }

    boolean isOver() {
        return outcome.get() != null;
    }

    /**
     * Waits for the end.
     *
     * @param stall how long, in real time, {@code progress} may stay the same
     * @return whether it ended; false if progress stalled
     */
    boolean await(Duration stall, LongSupplier progress) {
        long seen = progress.getAsLong();
        long since = System.nanoTime();
        while (!isOver()) {
            LockSupport.parkNanos(this, POLL_INTERVAL.toNanos());
            long reached = progress.getAsLong();
            if (reached != seen) {
                seen = reached;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > stall.toNanos()) {
                return isOver();
            }
        }
        return true;
    }

    /** Throws the failure, if it was one. */
    void rethrow() {
        if (outcome.get() instanceof SimulationFailure failure) {
            throw failure;
        }
    }

    private void decide(Object result) {
        // The first end counts: what abandoned tasks might still do is not part of the run.
        if (outcome.compareAndSet(null, result)) {
            LockSupport.unpark(waiter);
        }
    }
}
