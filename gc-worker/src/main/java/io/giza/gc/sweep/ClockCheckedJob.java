package io.giza.gc.sweep;

import io.giza.replica.ReplicaException;
import io.giza.worker.Job;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A job that goes by how old things are, and so is done only by a clock that a quorum shares.
 *
 * @param job the job
 * @param clock the clock of this worker
 */
record ClockCheckedJob(Job job, ClockCheck clock) implements Job {
    /** A clock that jumps ahead is noticed at once, for its age is what the clocks say. */
    private static final Duration FRESHNESS = Duration.ofMinutes(1);

    @Override
    public String name() {
        return job.name();
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        return isClockShared() && job.run(() -> mayContinue.getAsBoolean() && isClockShared());
    }

    private boolean isClockShared() {
        return clock.isShared(FRESHNESS);
    }

    @Override
    public String position() {
        return job.position();
    }

    @Override
    public void resume(String position) {
        job.resume(position);
    }
}
