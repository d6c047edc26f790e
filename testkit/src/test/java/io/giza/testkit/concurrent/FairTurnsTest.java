package io.giza.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Budget.Share;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who is given a share next of a budget that many want, in simulated time. */
class FairTurnsTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration WORK = Duration.ofMillis(100);

    private final List<String> served = new ArrayList<>();

    /** It has at most one share more before it than each of the others is in the middle of. */
    @Test
    void aClientDoesNotWaitForAllThatAnotherAddressOfItsKeyAsksFor() {
        run(
                (budget, simulation) -> {
                    wantsTimes(100, "greedy", simulation, budget, "account", "key", "192.0.2.1");
                    wantsTimes(1, "modest", simulation, budget, "account", "key", "192.0.2.2");
                },
                101);
        assertThat(served.indexOf("modest")).isLessThanOrEqualTo(2);
    }

    @Test
    void keysOfAnAccountTakeTurnsHoweverManyAddressesOneHas() {
        run(
                (budget, simulation) -> {
                    for (int i = 0; i < 50; i++) {
                        wantsTimes(1, "many", simulation, budget, "account", "key", "client-" + i);
                    }
                    wantsTimes(3, "few", simulation, budget, "account", "other", "client");
                },
                53);
        assertThat(served.subList(0, 8)).filteredOn("few"::equals).hasSize(3);
    }

    @Test
    void accountsTakeTurnsHoweverManyKeysOneHas() {
        run(
                (budget, simulation) -> {
                    for (int i = 0; i < 50; i++) {
                        wantsTimes(1, "many", simulation, budget, "large", "key-" + i, "");
                    }
                    wantsTimes(3, "few", simulation, budget, "small", "key", "");
                },
                53);
        assertThat(served.subList(0, 8)).filteredOn("few"::equals).hasSize(3);
    }

    /** By what they are given, not by how often. */
    @Test
    void aClientThatWantsMuchAtATimeHasFewerTurns() {
        run(
                (budget, simulation) -> {
                    wants(20, 4, "much", simulation, budget, "account", "key", "a");
                    wants(20, 1, "little", simulation, budget, "account", "key", "b");
                },
                40);
        assertThat(served.subList(0, 20)).filteredOn("little"::equals).hasSizeBetween(14, 17);
    }

    /** Else it would be served before all others for as long as it takes to even that out. */
    @Test
    void aClientSavesNothingUpWhileItWantsNothing() {
        run(
                (budget, simulation) -> {
                    Time time = simulation.scenario().time();
                    wantsTimes(60, "always", simulation, budget, "account", "key", "a");
                    time.sleep(WORK.multipliedBy(30));
                    wantsTimes(10, "late", simulation, budget, "account", "key", "b");
                },
                70);
        int first = served.indexOf("late");
        assertThat(served.subList(first, first + 10)).filteredOn("late"::equals).hasSize(5);
    }

    private interface Scenario {
        void run(Budget budget, Simulation simulation);
    }

    /** Shares a budget of four, all of which is held at first. */
    private void run(Scenario scenario, int all) {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    Budget budget = new Budget(surroundings.tasks(), new BudgetLimits(4, 1));
                    Share held = budget.take("holder", 4, time.after(LONG), time).orElseThrow();
                    surroundings
                            .tasks()
                            .fork(
                                    "begin",
                                    () -> {
                                        time.sleep(WORK);
                                        held.close();
                                    });
                    scenario.run(budget, simulation);
                    while (served.size() < all || budget.held() > 0) {
                        time.sleep(WORK);
                    }
                });
    }

    private void wantsTimes(
            int times,
            String name,
            Simulation simulation,
            Budget budget,
            String account,
            String key,
            String address) {
        wants(times, 4, name, simulation, budget, account, key, address);
    }

    private void wants(
            int times,
            int amount,
            String name,
            Simulation simulation,
            Budget budget,
            String account,
            String key,
            String address) {
        Surroundings surroundings = simulation.scenario();
        Time time = surroundings.time();
        for (int i = 0; i < times; i++) {
            surroundings
                    .tasks()
                    .fork(
                            name + i,
                            () ->
                                    new Claimant(key, address)
                                            .serve(
                                                    () ->
                                                            work(
                                                                    budget, account, amount, name,
                                                                    time)));
        }
    }

    private boolean work(Budget budget, String account, int amount, String name, Time time) {
        try (Share share = budget.take(account, amount, time.after(LONG), time).orElseThrow()) {
            served.add(name);
            time.sleep(WORK);
            return share.amount() == amount;
        }
    }
}
