package io.giza.worker;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All jobs of one worker, each in a shift of its own. */
public final class LeasedJobRunners {
    private static final int MAX_RUNNERS = 1000;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final MetadataPath metadata;
    private final Surroundings surroundings;
    private final Duration term;
    private final String worker;
    private final Inbox<Boolean> ends;
    private final List<LeasedJobRunner> runners = new ArrayList<>();

    /**
     * Makes a worker without jobs.
     *
     * @param metadata where the leases are rows
     * @param term how long a lease lasts that is not renewed
     * @param worker whose the leases are: what another one of the same name held is its own
     */
    public LeasedJobRunners(MetadataPath metadata, Duration term, String worker) {
        this.metadata = metadata;
        this.surroundings = metadata.group().surroundings();
        this.term = term;
        this.ends = surroundings.tasks().inbox(MAX_RUNNERS);
        this.worker = worker;
    }

    /**
     * Adds a job, before the work begins.
     *
     * @param interval how long after it ended it is due again
     * @param preferred whether workers of this data center do it rather than others
     */
    public void add(Job job, Duration interval, boolean preferred) {
        Leases leases =
                new Leases(
                        metadata,
                        new RowRemoval(metadata, CommitSettings.DEFAULTS),
                        worker,
                        term,
                        term.dividedBy(4));
        runners.add(
                new LeasedJobRunner(
                        job,
                        leases,
                        new LeasedJobRunner.Plan(interval, term, preferred),
                        surroundings));
    }

    /**
     * Shows as gauges how the jobs stand. Of a job that another worker has the lease of, or that
     * was never done to its end, it is not known when it was.
     */
    public void register(MeterRegistry registry) {
        for (LeasedJobRunner runner : runners) {
            String job = runner.status().job();
            Gauge.builder("giza.job.held", runner, each -> each.status().held() ? 1 : 0)
                    .description("1 while this worker has the lease of the job")
                    .tag("job", job)
                    .register(registry);
            Gauge.builder("giza.job.running", runner, each -> each.status().running() ? 1 : 0)
                    .description("1 while this worker is at the job")
                    .tag("job", job)
                    .register(registry);
            Gauge.builder("giza.job.ended.age", runner, this::secondsSinceEnd)
                    .description("How long ago the job was done that this worker has the lease of")
                    .baseUnit("seconds")
                    .tag("job", job)
                    .register(registry);
            Gauge.builder("giza.job.moved.age", runner, this::secondsSinceMove)
                    .description("How long ago the job came further that this worker is at")
                    .baseUnit("seconds")
                    .tag("job", job)
                    .register(registry);
        }
    }

    private double secondsSinceMove(LeasedJobRunner runner) {
        return runner.status().running()
                ? runner.movedAt().elapsedNanos(surroundings.time()) / NANOS_PER_SECOND
                : Double.NaN;
    }

    private double secondsSinceEnd(LeasedJobRunner runner) {
        return runner.doneAt()
                .map(ended -> Duration.between(ended, surroundings.time().instant()))
                .map(age -> age.toMillis() / MILLIS_PER_SECOND)
                .orElse(Double.NaN);
    }

    /** Begins the work, a task for each job. */
    public void start() {
        runners.forEach(
                runner ->
                        surroundings
                                .tasks()
                                .fork(
                                        runner.status().job(),
                                        () -> {
                                            runner.run();
                                            ends.put(true);
                                        }));
    }

    /**
     * Ends the work, and waits until the leases are given back, so that others need not wait for
     * them to run out.
     *
     * @param patience how long to wait at most
     */
    public void stop(Duration patience) {
        runners.forEach(LeasedJobRunner::stop);
        Deadline deadline = surroundings.time().after(patience);
        for (int i = 0; i < runners.size(); i++) {
            if (ends.take(deadline).isEmpty()) {
                return;
            }
        }
    }

    /** Returns the state of each job here. */
    public List<LeasedJobRunner.Status> status() {
        return runners.stream().map(LeasedJobRunner::status).toList();
    }

    /** Has jobs done now, as far as this worker holds the leases on them. */
    public void requestRuns(Predicate<String> jobs) {
        runners.stream()
                .filter(runner -> jobs.test(runner.status().job()))
                .forEach(LeasedJobRunner::requestRun);
    }
}
