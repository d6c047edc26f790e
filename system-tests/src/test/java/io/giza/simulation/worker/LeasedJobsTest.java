package io.giza.simulation.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Job;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.Leases;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Workers of several data centers do a job by turns: one of them at a time, and not too often. */
class LeasedJobsTest {
    private static final Duration INTERVAL = Duration.ofMinutes(10);
    private static final Duration TERM = Duration.ofMinutes(2);

    private final List<String> runs = new ArrayList<>();
    private boolean fails;

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
                    pass(simulation, Duration.ofMinutes(1));
                    assertThat(runs).containsExactly("second", "second");
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

    /**
     * Runs seeds with a cluster whose tables do not fail, and with a job that does not, at first.
     */
    private void simulate(int seeds, BiConsumer<Simulation, SimulatedCluster> test) {
        Seeds.simulate(
                seeds,
                simulation -> {
                    runs.clear();
                    fails = false;
                    SimulatedCluster cluster =
                            new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    test.accept(simulation, cluster);
                });
    }

    private LeasedJobRunner start(
            Simulation simulation, SimulatedCluster cluster, String name, int number) {
        return start(simulation, cluster, name, number, own -> job(name, own));
    }

    private static LeasedJobRunner start(
            Simulation simulation,
            SimulatedCluster cluster,
            String name,
            int number,
            Function<Surroundings, Job> job) {
        Network calm = new Network(simulation.surroundings(name + "-network"), FaultPlan.CALM);
        return start(cluster, new Worker(name, number, calm), job);
    }

    /** A worker in a data center, and what it reaches the others over. */
    private record Worker(String name, int number, Network network) {}

    private static LeasedJobRunner start(
            SimulatedCluster cluster, Worker worker, Function<Surroundings, Job> job) {
        String name = worker.name();
        Gateway gateway =
                cluster.gateway(
                        name,
                        cluster.names().get(worker.number()),
                        Reach.over(worker.network(), worker.network()),
                        GatewaySettings.DEFAULT);
        Leases leases =
                new Leases(
                        gateway.metadata(),
                        new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                        name,
                        TERM,
                        Duration.ofSeconds(10));
        LeasedJobRunner runner =
                new LeasedJobRunner(
                        job.apply(gateway.surroundings()),
                        leases,
                        new LeasedJobRunner.Plan(INTERVAL, TERM, false),
                        gateway.surroundings());
        gateway.surroundings().tasks().fork("shift", runner::run);
        return runner;
    }

    private Job job(String worker, Surroundings surroundings) {
        return new Job() {
            @Override
            public String name() {
                return "work";
            }

            @Override
            public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
                runs.add(worker);
                surroundings.time().sleep(Duration.ofSeconds(5));
                if (fails) {
                    throw new ReplicaException.Unreachable(
                            new DcName("dc1"), new IOException("down"));
                }
                return mayContinue.getAsBoolean();
            }
        };
    }

    private static void stop(Simulation simulation, LeasedJobRunner runner, String name) {
        runner.stop();
        simulation.join(name);
    }

    private static void pass(Simulation simulation, Duration duration) {
        simulation.scenario().time().sleep(duration);
    }
}
