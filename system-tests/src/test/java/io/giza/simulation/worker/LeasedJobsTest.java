package io.giza.simulation.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** Workers of several data centers do a job by turns: one of them at a time, and not too often. */
class LeasedJobsTest extends LeasedJobsFixture {
    @Test
    void oneWorkerDoesTheJobAndAnotherTakesOverWhenItDies() {
        simulate(
                10,
                (simulation, cluster) -> {
                    start(simulation, cluster, "first", 0);
                    pass(simulation, Duration.ofMinutes(1));
                    LeasedJobRunner second = start(simulation, cluster, "second", 1);
                    pass(simulation, INTERVAL.multipliedBy(3));
                    assertThat(runs).hasSizeBetween(3, 4).containsOnly("first");
                    assertThat(second.status().held()).isFalse();
                    assertThat(second.doneAt()).isEmpty();

                    simulation.crashAtStep("first", 0);
                    runs.clear();
                    pass(simulation, INTERVAL.plus(TERM));
                    assertThat(runs).containsExactly("second");
                    second.requestRun();
                    assertThat(second.status().requested()).isTrue();
                    pass(simulation, Duration.ofMinutes(1));
                    assertThat(runs).containsExactly("second", "second");
                    assertThat(second.status().requested()).isFalse();
                    assertThat(second.status().detail()).isEmpty();
                    stop(simulation, second, "second");
                });
    }

    @Test
    void aCallToWhoDoesNotHoldTheLeaseIsOver() {
        simulate(
                5,
                (simulation, cluster) -> {
                    LeasedJobRunner first = start(simulation, cluster, "first", 0);
                    pass(simulation, Duration.ofMinutes(1));
                    LeasedJobRunner second = start(simulation, cluster, "second", 1);
                    pass(simulation, Duration.ofMinutes(1));
                    second.requestRun();
                    pass(simulation, Duration.ofSeconds(5));
                    long before = simulation.steps("second");
                    pass(simulation, TERM);
                    assertThat(simulation.steps("second") - before).isLessThan(500);
                    assertThat(second.status().requested()).isFalse();
                    assertThat(runs).containsOnly("first");
                    stop(simulation, first, "first");
                    stop(simulation, second, "second");
                });
    }

    @Test
    void aCallThatComesWhileNoQuorumAnswersIsHeardLater() {
        simulate(
                10,
                (simulation, cluster) -> {
                    Network network =
                            new Network(simulation.surroundings("network"), FaultPlan.CALM);
                    LeasedJobRunner runner =
                            start(
                                    cluster,
                                    new Worker("first", 0, network),
                                    own -> job("first", own));
                    pass(simulation, Duration.ofMinutes(1));
                    assertThat(runs).hasSize(1);
                    cluster.names().forEach(dc -> network.isolate(dc, cluster.names()));
                    runner.requestRun();
                    pass(simulation, Duration.ofMinutes(1));
                    network.heal();
                    pass(simulation, Duration.ofMinutes(2));
                    assertThat(runs).hasSize(2);
                    stop(simulation, runner, "first");
                });
    }

    @Test
    void aCallIsNotForgottenWithTheWorkerThatDiedBeforeItCame() {
        simulate(
                10,
                (simulation, cluster) -> {
                    start(simulation, cluster, "first", 0);
                    pass(simulation, Duration.ofMinutes(1));
                    LeasedJobRunner second = start(simulation, cluster, "second", 1);
                    pass(simulation, Duration.ofMinutes(1));
                    simulation.crashAtStep("first", 0);
                    second.requestRun();
                    pass(simulation, TERM.plus(TERM.dividedBy(2)));
                    assertThat(runs).containsExactly("first", "second");
                    stop(simulation, second, "second");
                });
    }

    @Test
    void aCallIsNotForgottenWithTheWorkerThatDiedAtIt() {
        simulate(
                10,
                (simulation, cluster) -> {
                    LeasedJobRunner first = start(simulation, cluster, "first", 0);
                    pass(simulation, Duration.ofMinutes(1));
                    first.requestRun();
                    pass(simulation, Duration.ofSeconds(3));
                    assertThat(runs).containsExactly("first", "first");
                    simulation.crashAtStep("first", 0);
                    LeasedJobRunner second = start(simulation, cluster, "second", 1);
                    pass(simulation, TERM.plus(TERM.dividedBy(2)));
                    assertThat(runs).containsExactly("first", "first", "second");
                    stop(simulation, second, "second");
                });
    }

    @Test
    void whatOneBeganAnotherGoesOnWith() {
        simulate(
                10,
                (simulation, cluster) -> {
                    CountingJob first = new CountingJob(simulation);
                    start(simulation, cluster, "first", 0, _ -> first);
                    pass(simulation, Duration.ofMinutes(5));
                    simulation.crashAtStep("first", 0);
                    CountingJob second = new CountingJob(simulation);
                    LeasedJobRunner runner = start(simulation, cluster, "second", 1, _ -> second);
                    pass(simulation, TERM.multipliedBy(2));
                    assertThat(first.count()).isGreaterThan(200);
                    assertThat(second.began())
                            .isBetween(first.count() - TERM.toSeconds(), first.count());
                    stop(simulation, runner, "second");
                });
    }

    @Test
    void workIsKeptToItsShareOfTheTime() {
        Seeds.simulate(
                1,
                simulation -> {
                    Surroundings own = simulation.scenario();
                    Pacer pacer = new Pacer(own.time(), 0.25);
                    long began = own.time().nanos();
                    for (int i = 0; i < 10; i++) {
                        pacer.step(() -> own.time().sleep(Duration.ofMillis(20)));
                    }
                    long took = own.time().nanos() - began;
                    assertThat(Duration.ofNanos(took).toMillis()).isBetween(800L, 810L);
                });
    }
}
