package io.giza.worker;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.record.lease.LeaseRecord.Progress;
import io.giza.replica.ReplicaException;
import io.giza.worker.Leases.Hold;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Has a worker do one job whenever it is due, as long as it holds the lease on it. Others look from
 * time to time whether the lease became free.
 */
public final class LeasedJobRunner {
    private static final Logger LOG = LoggerFactory.getLogger(LeasedJobRunner.class);
    private static final int MOST_DOUBLINGS = 8;

    private final Job job;
    private final Leases leases;
    private final Plan plan;
    private final Surroundings surroundings;
    private final Inbox<Boolean> wakeUps;
    private volatile boolean stopped;
    private volatile boolean runRequested;
    private volatile Ticks requestedAt;
    private volatile Status status;
    private volatile Ticks movedAt;
    private volatile Optional<Instant> doneAt = Optional.empty();
    private Ticks renewed;
    private int failures;
    private Ticks failedAt;

    /**
     * When a job is done.
     *
     * @param interval how long after it ended it is due again
     * @param term how long its lease lasts that is not renewed
     * @param preferred whether workers of this data center do it rather than others
     */
    public record Plan(Duration interval, Duration term, boolean preferred) {
        /** How often leases are looked at. */
        Duration tick() {
            return term.dividedBy(4);
        }
    }

    /**
     * The state of a job here.
     *
     * @param job its name
     * @param held whether this worker holds the lease
     * @param running whether it is at it
     * @param requested whether it was asked for, and neither began here nor is known to be at
     *     another worker
     * @param began when it began last, here
     * @param ended when it ended last, here
     * @param position how far it is, in words of the job's own; empty at the beginning
     * @param detail why it was not done to its end; empty if it was
     */
    public record Status(
            String job,
            boolean held,
            boolean running,
            boolean requested,
            Optional<Instant> began,
            Optional<Instant> ended,
            String position,
            String detail) {
        /** As it is before anything happened. */
        static Status none(String job) {
            return new Status(job, false, false, false, Optional.empty(), Optional.empty(), "", "");
        }

        /** Returns how it stands once it was asked for. */
        Status withRequest() {
            return new Status(job, held, running, true, began, ended, position, detail);
        }

        /** Returns how it stands while the job is not being done. */
        Status withHeld(boolean isHeld) {
            return new Status(job, isHeld, false, false, began, ended, position, detail);
        }

        /** Returns how it stands once the job has begun. */
        Status withBegun(Instant at) {
            return new Status(job, true, true, false, Optional.of(at), ended, "", "");
        }

        /** Returns how it stands once the job has come further. */
        Status withPosition(String reached) {
            return new Status(job, held, running, false, began, ended, reached, detail);
        }

        /** Returns how it stands once the job has ended, whether it was done or not. */
        Status withEnded(Instant at, String reached, String reason) {
            return new Status(job, true, false, false, began, Optional.of(at), reached, reason);
        }
    }

    /**
     * Makes a shift, which has not begun.
     *
     * @param leases of this worker, of which no other task makes use
     */
    public LeasedJobRunner(Job job, Leases leases, Plan plan, Surroundings surroundings) {
        this.job = job;
        this.leases = leases;
        this.plan = plan;
        this.surroundings = surroundings;
        this.wakeUps = surroundings.tasks().inbox(1);
        this.status = Status.none(job.name());
        Ticks now = surroundings.time().ticks();
        this.requestedAt = now;
        this.movedAt = now;
        this.renewed = now;
        this.failedAt = now;
    }

    /** Returns how it stands. */
    public Status status() {
        // In this order: what was asked for runs before it is no longer asked for.
        boolean requested = runRequested;
        Status now = status;
        return requested && !now.running() ? now.withRequest() : now;
    }

    /**
     * Returns when the job was last done to its end, by whichever worker; empty while another one
     * has the lease, and before it was.
     */
    public Optional<Instant> doneAt() {
        return status.held() ? doneAt : Optional.empty();
    }

    /** Returns when the job began, or came further after that. */
    Ticks movedAt() {
        return movedAt;
    }

    /** Works until {@link #stop}. */
    public void run() {
        while (!stopped) {
            try {
                runOnce();
            } catch (RuntimeException e) {
                // A defect, which must not end the shift.
                LOG.atError().addKeyValue("job", job.name()).setCause(e).log("went wrong");
            }
            wakeUps.take(surroundings.time().after(plan.tick()));
        }
        leases.release(job.name());
    }

    private void runOnce() {
        Hold hold = leases.hold(job.name(), plan.preferred());
        renewed = surroundings.time().ticks();
        switch (hold) {
            case HELD -> {
                doneAt = leases.progress(job.name()).ended();
                if (isDue()) {
                    runJob();
                    recordProgress();
                } else {
                    status = status.withHeld(true);
                }
            }
            case ELSEWHERE -> {
                status = status.withHeld(false);
                // A call is for whoever holds the lease, unless that one died before it came.
                if (leases.wasRenewedSince(job.name(), requestedAt)) {
                    runRequested = false;
                }
            }
            case UNKNOWN -> status = status.withHeld(false);
        }
    }

    /** The job is due now, if this worker holds the lease, or takes it from who died. */
    public void requestRun() {
        requestedAt = surroundings.time().ticks();
        runRequested = true;
        wake();
    }

    /** Ends the shift soon. */
    public void stop() {
        stopped = true;
        wake();
    }

    private void wake() {
        wakeUps.offer(true, surroundings.time().after(Duration.ZERO));
    }

    /** Clocks of several workers are compared here, to no harm. */
    private boolean isDue() {
        if (runRequested || failures > 0) {
            return runRequested
                    || failedAt.elapsed(surroundings.time()).compareTo(retryDelay()) > 0;
        }
        return leases.progress(job.name())
                .ended()
                .map(ended -> ended.plus(plan.interval()))
                .filter(surroundings.time().instant()::isBefore)
                .isEmpty();
    }

    /**
     * What failed is tried again soon, and less and less soon if it fails again, but not later than
     * if it had not failed.
     */
    private Duration retryDelay() {
        Duration rest = plan.tick().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        Duration longest = rest.compareTo(plan.interval()) < 0 ? rest : plan.interval();
        return longest.minus(plan.tick().dividedBy(2));
    }

    /** Whoever takes the lease next goes on from here. */
    private void recordProgress() {
        Optional<Instant> ended =
                failures > 0 ? leases.progress(job.name()).ended() : status.ended();
        doneAt = ended;
        leases.recordProgress(job.name(), new Progress(ended, job.position()));
        leases.renew(job.name());
    }

    private void runJob() {
        status = status.withBegun(surroundings.time().instant());
        boolean requested = runRequested;
        if (requested) {
            // It is under way by now, so that nobody thinks in between that all is done.
            runRequested = false;
            // Whoever takes the lease meanwhile does it too.
            leases.recordProgress(job.name(), Progress.NONE);
            leases.renew(job.name());
        }
        // Who calls wants all of it done.
        String from = requested ? "" : leases.progress(job.name()).position();
        movedAt = surroundings.time().ticks();
        job.resume(from);
        String detail = attempt();
        boolean moved = !job.position().equals(from);
        failures = detail.isEmpty() ? 0 : moved ? 1 : failures + 1;
        failedAt = surroundings.time().ticks();
        if (!detail.isEmpty() && !stopped) {
            LOG.atWarn().addKeyValue("job", job.name()).log("not done: {}", detail);
        }
        status = status.withEnded(surroundings.time().instant(), job.position(), detail);
    }

    private String attempt() {
        try {
            return job.run(this::mayContinue) ? "" : "broken off";
        } catch (ReplicaException e) {
            return String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            // A defect, which must not end the job for ever.
            LOG.atError().addKeyValue("job", job.name()).setCause(e).log("went wrong");
            return "went wrong: " + e;
        }
    }

    /** A lease is renewed long before others may take it. */
    private boolean mayContinue() {
        Ticks now = surroundings.time().ticks();
        if (!job.position().equals(status.position())) {
            movedAt = now;
        }
        status = status.withPosition(job.position());
        if (renewed.until(now).compareTo(plan.tick()) > 0) {
            renewed = now;
            leases.recordProgress(
                    job.name(), new Progress(leases.progress(job.name()).ended(), job.position()));
            return !stopped && leases.hold(job.name(), plan.preferred()) == Hold.HELD;
        }
        return !stopped;
    }
}
