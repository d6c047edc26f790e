package io.giza.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Budget.Share;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How tasks share something, in simulated time. */
class BudgetTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void oneAccountLeavesHalfToOthersAndOneKeyAnEighthOfThatToOthers() {
        Simulation.run(
                1,
                simulation -> {
                    Budget budget = budget(simulation, 16, 2);
                    assertThat(count(simulation, budget, "a", "key")).isEqualTo(7);
                    assertThat(count(simulation, budget, "a", "another")).isEqualTo(1);
                    assertThat(count(simulation, budget, "b", "key")).isEqualTo(7);
                });
    }

    @Test
    void theOnlyAccountMayHoldAll() {
        Simulation.run(
                1,
                simulation -> {
                    Budget budget = budget(simulation, 2, 1);
                    assertThat(count(simulation, budget, "a", "key")).isEqualTo(2);
                });
    }

    @Test
    void onlyWhoRefusesCounts() {
        Simulation.run(
                1,
                simulation -> {
                    Budget budget = budget(simulation, 1, 1);
                    assertThat(take(simulation, budget, "a", LONG)).isPresent();
                    assertThat(take(simulation, budget, "a", LONG)).isEmpty();
                    assertThat(budget.refused()).isZero();
                    budget.countRefusal();
                    assertThat(budget.refused()).isEqualTo(1);
                });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void tasksThatWaitAreServedAndNoneTwice(long seed) {
        Simulation.run(
                seed,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Budget budget = budget(simulation, 3, 1);
                    Share all = take(simulation, budget, "a", LONG, 3).orElseThrow();
                    Inbox<Integer> served = surroundings.tasks().inbox(10);
                    for (int i = 0; i < 6; i++) {
                        int amount = i % 3 + 1;
                        surroundings
                                .tasks()
                                .fork(
                                        "waits-" + i,
                                        () -> serve(simulation, budget, amount, served));
                    }
                    surroundings.time().sleep(Duration.ofSeconds(1));
                    assertThat(budget.held()).isEqualTo(3);
                    all.close();
                    List<Integer> amounts = new ArrayList<>();
                    for (int i = 0; i < 6; i++) {
                        amounts.add(served.take(surroundings.time().after(LONG)).orElseThrow());
                    }
                    assertThat(amounts).containsExactlyInAnyOrder(1, 2, 3, 1, 2, 3);
                    surroundings.time().sleep(Duration.ofSeconds(1));
                    assertThat(budget.held()).isZero();
                });
    }

    private static void serve(
            Simulation simulation, Budget budget, int amount, Inbox<Integer> served) {
        try (Share share = take(simulation, budget, "a", LONG, amount).orElseThrow()) {
            assertThat(budget.held()).isLessThanOrEqualTo(3);
            simulation.scenario().time().sleep(Duration.ofMillis(10));
            served.put(Math.toIntExact(share.amount()));
        }
    }

    @Test
    void aShareGrowsOnlyWhileAQuarterIsLeftAndNobodyWaits() {
        Simulation.run(
                1,
                simulation -> {
                    Budget budget = budget(simulation, 16, 1);
                    Share share = take(simulation, budget, "a", LONG, 7).orElseThrow();
                    assertThat(share.grow(5)).isFalse();
                    assertThat(share.grow(4)).isTrue();
                    share.shrink(6);
                    assertThat(budget.held()).isEqualTo(5);
                    share.close();
                    share.close();
                    assertThat(budget.held()).isZero();
                });
    }

    private static Budget budget(Simulation simulation, long most, int accounts) {
        return new Budget(simulation.scenario().tasks(), new BudgetLimits(most, accounts));
    }

    /** Takes one after the other until nothing is left. */
    private static int count(Simulation simulation, Budget budget, String account, String key) {
        int count = 0;
        while (new Claimant(key, "")
                .serve(() -> take(simulation, budget, account, Duration.ofMillis(1)))
                .isPresent()) {
            count++;
        }
        return count;
    }

    private static Optional<Share> take(
            Simulation simulation, Budget budget, String account, Duration patience) {
        Surroundings surroundings = simulation.scenario();
        return budget.take(account, 1, surroundings.time().after(patience), surroundings.time());
    }

    /** Those who want as much are of one key. */
    private static Optional<Share> take(
            Simulation simulation, Budget budget, String account, Duration patience, int amount) {
        Surroundings surroundings = simulation.scenario();
        return new Claimant("" + amount, "")
                .serve(
                        () ->
                                budget.take(
                                        account,
                                        amount,
                                        surroundings.time().after(patience),
                                        surroundings.time()));
    }
}
