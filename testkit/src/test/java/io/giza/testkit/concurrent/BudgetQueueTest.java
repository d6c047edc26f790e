package io.giza.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Budget.Share;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

/** In which order tasks that wait for a share of something get it, in simulated time. */
class BudgetQueueTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /**
     * Else who wants much, such as a get of many parts, would wait as long as others want little.
     */
    @Test
    void whoWantsLittleDoesNotOvertakeWhoWantsMuchOfTheSameKey() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    Budget budget = budget(simulation, 16);
                    Share held = takeFor(simulation, budget, "key", 10, LONG).orElseThrow();
                    Inbox<Share> turns = surroundings.tasks().inbox(2);
                    forkFor(simulation, budget, 6, LONG, turns);
                    time.sleep(Duration.ofSeconds(1));
                    assertThat(takeFor(simulation, budget, "key", 1, Duration.ZERO)).isEmpty();
                    forkFor(simulation, budget, 1, LONG, turns);
                    time.sleep(Duration.ofSeconds(1));
                    try (Share other =
                            takeFor(simulation, budget, "other", 1, Duration.ZERO).orElseThrow()) {
                        assertThat(other.amount()).isEqualTo(1);
                    }
                    held.shrink(2);
                    assertThat(turns.take(time.after(LONG)).orElseThrow().amount()).isEqualTo(6);
                    held.shrink(1);
                    assertThat(turns.take(time.after(LONG)).orElseThrow().amount()).isEqualTo(1);
                });
    }

    @Test
    void whoGivesUpLetsThoseBehindItGoOn() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    Budget budget = budget(simulation, 16);
                    Share held = takeFor(simulation, budget, "key", 10, LONG).orElseThrow();
                    Inbox<Share> turns = surroundings.tasks().inbox(1);
                    forkFor(simulation, budget, 6, LONG, turns);
                    time.sleep(Duration.ofSeconds(1));
                    forkFor(simulation, budget, 1, LONG.multipliedBy(2), turns);
                    Deadline muchGivesUp = time.after(LONG);
                    assertThat(turns.take(muchGivesUp).orElseThrow().amount()).isEqualTo(1);
                    assertThat(held.amount()).isEqualTo(10);
                });
    }

    private static Budget budget(Simulation simulation, long most) {
        return new Budget(simulation.scenario().tasks(), new BudgetLimits(most, 1));
    }

    private static Optional<Share> takeFor(
            Simulation simulation, Budget budget, String key, int amount, Duration patience) {
        Time time = simulation.scenario().time();
        return new Claimant(key, "")
                .serve(() -> budget.take("a", amount, time.after(patience), time));
    }

    /** Has a task of its own wait for a share, and hand it on. */
    private static void forkFor(
            Simulation simulation,
            Budget budget,
            int amount,
            Duration patience,
            Inbox<Share> turns) {
        simulation
                .scenario()
                .tasks()
                .fork(
                        "wants-" + amount,
                        () ->
                                takeFor(simulation, budget, "key", amount, patience)
                                        .ifPresent(turns::put));
    }
}
