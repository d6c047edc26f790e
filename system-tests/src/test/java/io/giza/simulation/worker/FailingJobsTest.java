package io.giza.simulation.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.worker.LeasedJobRunner;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A job that fails is tried again, and is not taken for done. */
class FailingJobsTest extends LeasedJobsFixture {
    @Test
    void whatFailedIsTriedAgainSoon() {
        simulate(
                5,
                (simulation, cluster) -> {
                    fails = true;
                    LeasedJobRunner runner = start(simulation, cluster, "worker", 0);
                    pass(simulation, TERM);
                    assertThat(runs).hasSizeGreaterThan(2);
                    assertThat(runner.status().detail()).contains("dc1");
                    assertThat(runner.doneAt()).isEmpty();
                    stop(simulation, runner, "worker");
                });
    }

    @Test
    void whatFailsForLongIsTriedAsOftenAsItIsDue() {
        simulate(
                5,
                (simulation, cluster) -> {
                    fails = true;
                    LeasedJobRunner runner = start(simulation, cluster, "worker", 0);
                    pass(simulation, INTERVAL.multipliedBy(12));
                    runs.clear();
                    pass(simulation, INTERVAL.multipliedBy(4));
                    assertThat(runs).hasSizeBetween(3, 6);
                    stop(simulation, runner, "worker");
                });
    }

    /** A worker that is new knows it too, to the second; tries that fail change nothing. */
    @Test
    void whenAJobWasDoneIsKnownToWhoeverHasItsLease() {
        simulate(
                5,
                (simulation, cluster) -> {
                    LeasedJobRunner first = start(simulation, cluster, "first", 0);
                    pass(simulation, Duration.ofMinutes(1));
                    Instant done = first.doneAt().orElseThrow();
                    fails = true;
                    simulation.crashAtStep("first", 0);
                    LeasedJobRunner second = start(simulation, cluster, "second", 1);
                    pass(simulation, INTERVAL.plus(TERM.multipliedBy(2)));
                    assertThat(second.status().ended()).isPresent();
                    assertThat(second.doneAt()).contains(done.truncatedTo(ChronoUnit.SECONDS));
                    stop(simulation, second, "second");
                });
    }
}
