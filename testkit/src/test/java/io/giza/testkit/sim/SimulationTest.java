package io.giza.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

class SimulationTest {
    private static final SimulationLimits WHOLE_TRACE =
            SimulationLimits.DEFAULT.withTraceEvents(100_000);

    @Test
    void sameSeedGivesTheIdenticalTraceAHundredTimes() {
        for (long seed : Seeds.first(5).toArray()) {
            EventTrace first = Simulation.run(seed, WHOLE_TRACE, SimulationTest::busyScenario);
            assertThat(first.count()).isGreaterThan(100);
            for (int i = 0; i < 100; i++) {
                EventTrace again = Simulation.run(seed, WHOLE_TRACE, SimulationTest::busyScenario);
                assertThat(again.hash()).as("hash of seed %d", seed).isEqualTo(first.hash());
                assertThat(again.text()).as("trace of seed %d", seed).isEqualTo(first.text());
            }
        }
    }

    @Test
    void differentSeedsGoDifferentWays() {
        Set<Long> hashes = new HashSet<>();
        for (long seed = 1; seed <= 100; seed++) {
            hashes.add(Simulation.run(seed, SimulationTest::busyScenario).hash());
        }
        assertThat(hashes).hasSize(100);
    }

    @Test
    void everyOrderOfThreeTasksComesUp() {
        Set<List<Integer>> orders = new HashSet<>();
        for (long seed = 1; seed <= 200; seed++) {
            List<Integer> order = new ArrayList<>();
            Simulation.run(
                    seed,
                    simulation -> {
                        for (int i = 0; i < 3; i++) {
                            int number = i;
                            simulation
                                    .surroundings("all")
                                    .tasks()
                                    .fork("task-" + i, () -> order.add(number));
                        }
                        simulation.join("all");
                    });
            orders.add(List.copyOf(order));
        }
        assertThat(orders).hasSize(6);
    }

    @Test
    void lostUpdateBetweenReadAndWriteIsFound() {
        assertThatThrownBy(
                        () ->
                                Seeds.simulate(
                                        100,
                                        simulation -> {
                                            int[] counter = new int[1];
                                            for (int i = 0; i < 2; i++) {
                                                simulation
                                                        .surroundings("adders")
                                                        .tasks()
                                                        .fork(
                                                                "adder-" + i,
                                                                () -> add(simulation, counter));
                                            }
                                            simulation.join("adders");
                                            assertThat(counter[0]).isEqualTo(2);
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageStartingWith("seed ");
    }

    @Test
    void sleepersWakeInTheOrderOfTheirTimes() {
        Seeds.simulate(
                50,
                simulation -> {
                    List<Integer> woken = new ArrayList<>();
                    Surroundings sleepers = simulation.surroundings("sleepers");
                    for (int i = 9; i >= 0; i--) {
                        int seconds = i;
                        sleepers.tasks()
                                .fork(
                                        "sleeper-" + i,
                                        () -> {
                                            sleepers.time().sleep(Duration.ofSeconds(seconds));
                                            woken.add(seconds);
                                        });
                    }
                    simulation.join("sleepers");
                    assertThat(woken)
                            .as("seed %d", simulation.seed())
                            .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
                });
    }

    @Test
    void aYearOfVirtualTimeTakesOneStep() {
        Simulation.run(
                1,
                SimulationLimits.DEFAULT.withSteps(10),
                simulation -> simulation.scenario().time().sleep(Duration.ofDays(365)));
    }

    @Test
    void deadlockIsReportedWithSeedTasksAndWhatTheyWaitFor() {
        SimulationFailure failure =
                catchThrowableOfType(
                        SimulationFailure.class,
                        () ->
                                Simulation.run(
                                        42,
                                        simulation -> {
                                            Surroundings one = simulation.surroundings("one");
                                            Inbox<Integer> full = one.tasks().inbox(1);
                                            full.put(1);
                                            one.tasks().fork("stuck", () -> full.put(2));
                                            simulation.join("one");
                                        }));
        assertThat(failure.seed()).isEqualTo(42);
        assertThat(failure)
                .hasMessageStartingWith("seed 42: deadlock")
                .hasMessageContaining("one/stuck WAITING, waits to put at ")
                .hasMessageContaining("SimulationTest")
                .hasMessageContaining("scenario/body WAITING, joins one");
    }

    @Test
    void runWithoutEndReachesTheStepLimit() {
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        7,
                                        SimulationLimits.DEFAULT.withSteps(1000),
                                        simulation -> {
                                            while (simulation.seed() == 7) {
                                                simulation.yieldPoint();
                                            }
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageStartingWith("seed 7: no end after 1000 steps");
    }

    @Test
    void taskThatNeverYieldsIsReported() {
        AtomicBoolean stop = new AtomicBoolean();
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        8,
                                        SimulationLimits.DEFAULT.withStall(Duration.ofMillis(300)),
                                        simulation -> {
                                            while (!stop.get()) {
                                                Thread.onSpinWait();
                                            }
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageStartingWith("seed 8: a task does not reach a scheduling point")
                .hasMessageContaining("scenario/body");
        stop.set(true);
    }

    @Test
    void exceptionOfAnyTaskFailsTheRun() {
        IllegalStateException bug = new IllegalStateException("row is torn");
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        9,
                                        simulation -> {
                                            simulation
                                                    .scenario()
                                                    .tasks()
                                                    .fork(
                                                            "buggy",
                                                            () -> {
                                                                throw bug;
                                                            });
                                            simulation.scenario().time().sleep(HOUR);
                                        }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageStartingWith("seed 9: task scenario/buggy failed")
                .hasMessageContaining("row is torn")
                .hasCause(bug);
    }

    @Test
    void callsFromOutsideTheRunAreRefused() {
        Simulation[] leaked = new Simulation[1];
        Simulation.run(1, simulation -> leaked[0] = simulation);
        assertThatThrownBy(() -> leaked[0].yieldPoint())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("seed 1");
    }

    @Test
    void chanceOfAGroupDoesNotDependOnOtherGroups() {
        long[] drawn = new long[2];
        Simulation.run(5, simulation -> drawn[0] = draw(simulation, "b"));
        Simulation.run(
                5,
                simulation -> {
                    draw(simulation, "a");
                    drawn[1] = draw(simulation, "b");
                });
        assertThat(drawn[1]).isEqualTo(drawn[0]);
    }

    /** Forty thousand abandoned stacks would be some 60 MB. */
    @Test
    void abandonedTasksAreGarbage() {
        long before = usedAfterCollection();
        for (long seed = 1; seed <= 2_000; seed++) {
            Simulation.run(
                    seed,
                    simulation -> {
                        for (int i = 0; i < 20; i++) {
                            simulation
                                    .scenario()
                                    .tasks()
                                    .fork(
                                            "sleeper",
                                            () -> simulation.scenario().time().sleep(HOUR));
                        }
                    });
        }
        assertThat(usedAfterCollection() - before).isLessThan(8L << 20);
    }

    private static final Duration HOUR = Duration.ofHours(1);

    private static long usedAfterCollection() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static long draw(Simulation simulation, String group) {
        return simulation.surroundings(group).random().nextLong();
    }

    private static void add(Simulation simulation, int[] counter) {
        int read = counter[0];
        simulation.yieldPoint();
        counter[0] = read + 1;
    }

    private static void busyScenario(Simulation simulation) {
        Surroundings group = simulation.surroundings("workers");
        Inbox<Integer> inbox = group.tasks().inbox(2);
        for (int i = 0; i < 5; i++) {
            int number = i;
            group.tasks()
                    .fork(
                            "worker-" + i,
                            () -> {
                                for (int round = 0; round < 4; round++) {
                                    long micros = group.random().nextLong(3000);
                                    group.time().sleep(Duration.ofNanos(micros * 1000));
                                    inbox.put(number);
                                    simulation.yieldPoint();
                                }
                            });
        }
        int received = 0;
        while (received < 20) {
            if (inbox.take(group.time().after(Duration.ofMillis(1))).isPresent()) {
                received++;
                simulation.note("heard " + received);
            }
        }
    }
}
