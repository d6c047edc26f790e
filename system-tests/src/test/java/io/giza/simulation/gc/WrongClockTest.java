package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.WriteCondition;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.ClockCheck;
import io.giza.gc.sweep.GarbageJobFactory;
import io.giza.gc.sweep.RowCollector;
import io.giza.replica.ReplicaException;
import io.giza.simulation.retry.RetryScenario;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.FragmentReview;
import io.giza.version.RetryWindow;
import io.giza.version.VersionAccess;
import io.giza.worker.Job;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A worker cleans up on a machine whose clock is wrong. */
class WrongClockTest {
    private static final int SEEDS = 5;
    private static final Duration YEARS = Duration.ofDays(4000);

    @Test
    void aWorkerWhoseClockIsYearsAheadCleansNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    simulation.wallClockError("worker", YEARS);
                    assertThat(fixture.sweep()).isFalse();
                    assertThat(fixture.outcomes).isEmpty();
                    assertThat(fixture.sweepFragments()).isFalse();
                    assertThat(fixture.fragments).isEmpty();
                    assertThat(fixture.disagreements).isNotEmpty();
                });
    }

    @Test
    void aClockThatOneDataCenterSharesIsNotGoneByEither() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    simulation.wallClockError("worker", YEARS);
                    simulation.wallClockError(
                            "clock of " + fixture.scenario.cluster.names().getFirst(), YEARS);
                    assertThat(fixture.sweep()).isFalse();
                    assertThat(fixture.outcomes).isEmpty();
                });
    }

    @Test
    void aClockThatJumpsAheadEndsAPassThatBegan() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.clockJumps = true;
                    assertThat(fixture.sweep()).isFalse();
                    assertThat(fixture.outcomes).hasSize(1);
                });
    }

    @Test
    void aClockThatAQuorumSharesIsGoneBy() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.sweepFragments()).isTrue();
                    assertThat(fixture.fragments).isNotEmpty();
                    assertThat(fixture.sweep()).isTrue();
                    assertThat(fixture.outcomes)
                            .hasSize(2)
                            .containsOnly(RowCollector.Outcome.YOUNG);
                    assertThat(fixture.disagreements).isEmpty();
                });
    }

    /** Two objects that were deleted a moment ago, and a worker that looks at all rows. */
    private static final class Fixture {
        private final Simulation simulation;
        private final RetryScenario scenario;
        private final VersionAccess access;
        private final List<RowCollector.Outcome> outcomes = new ArrayList<>();
        private final List<FragmentReview.Outcome> fragments = new ArrayList<>();
        private final List<String> disagreements = new ArrayList<>();
        private boolean clockJumps;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.scenario = new RetryScenario(simulation);
            this.access = scenario.gateway("worker").versions();
            for (String name : List.of("one", "another")) {
                scenario.name = name;
                scenario.put("text", 1000);
                scenario.nextOperation();
                scenario.delete(new WriteCondition.None());
                scenario.nextOperation();
            }
        }

        /** Goes over all rows as the worker does, whichever share they are in. */
        boolean sweep() {
            boolean done = true;
            for (int share = 0; share < scenario.cluster.names().size(); share++) {
                done &=
                        run(
                                jobs().rowJob(
                                                share,
                                                scenario.cluster.names(),
                                                new RowPlan.AgeLimits(
                                                        Duration.ofMinutes(15),
                                                        RetryWindow.RETENTION),
                                                this::noteOutcome,
                                                _ -> {}));
            }
            return done;
        }

        /** Goes over the fragments of all data centers as the worker does. */
        boolean sweepFragments() {
            boolean done = true;
            for (InMemoryFragmentStore store : scenario.cluster.stores()) {
                done &=
                        run(
                                jobs().fragmentJob(
                                                store,
                                                Duration.ofHours(24),
                                                (_, outcome) -> fragments.add(outcome)));
            }
            return done;
        }

        private boolean run(Job job) {
            try {
                return job.run(() -> true);
            } catch (ReplicaException e) {
                throw new AssertionError(e);
            }
        }

        private GarbageJobFactory jobs() {
            ClockCheck clock = new ClockCheck(access, news -> news.ifPresent(disagreements::add));
            return new GarbageJobFactory(access, clock, 1);
        }

        private void noteOutcome(RowCollector.Outcome outcome) {
            outcomes.add(outcome);
            if (clockJumps) {
                simulation.wallClockError("worker", YEARS);
            }
        }
    }
}
