package io.giza.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Budget.Share;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Client;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is left to a client of an access key whose other clients take nothing, and come again as
 * soon as they are dropped.
 */
class SameKeyTest {
    private static final int SHARES = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** If one were dropped at a time, four hundred would keep it waiting for 34 seconds. */
    @ParameterizedTest
    @CsvSource({"100, 3", "400, 15"})
    void whoWaitsHasItsTurnWithinThePatienceOfAClient(int attackers, int seconds) {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    Budget budget = new Budget(surroundings.tasks(), new BudgetLimits(SHARES, 1));
                    for (int i = 0; i < attackers; i++) {
                        Attacker attacker = new Attacker(surroundings, budget);
                        surroundings.tasks().fork("attacker-" + i, attacker::run);
                    }
                    time.sleep(PATIENCE);
                    for (int i = 0; i < 3; i++) {
                        long start = time.nanos();
                        take(budget, Client.NONE, time).orElseThrow().close();
                        assertThat(Duration.ofNanos(time.nanos() - start))
                                .isLessThan(Duration.ofSeconds(seconds));
                    }
                });
    }

    private static Optional<Share> take(Budget budget, Client client, Time time) {
        return new Claimant("key", client)
                .serve(() -> budget.take("account", 1, time.after(PATIENCE), time));
    }

    /** Sits on each share until it is dropped, which it may be after a second. */
    private static final class Attacker implements Client {
        private final Surroundings surroundings;
        private final Budget budget;
        private final Inbox<Boolean> drops;
        private volatile @Nullable Long since;

        Attacker(Surroundings surroundings, Budget budget) {
            this.surroundings = surroundings;
            this.budget = budget;
            this.drops = surroundings.tasks().inbox(1);
        }

        void run() {
            Time time = surroundings.time();
            while (true) {
                Optional<Share> share = take(budget, this, time);
                if (share.isPresent()) {
                    since = time.nanos();
                    drops.take(time.after(Duration.ofDays(1)));
                    since = null;
                    share.get().close();
                }
            }
        }

        @Override
        public OptionalLong slowPace() {
            Long began = since;
            return began != null && surroundings.time().nanos() - began > 1_000_000_000L
                    ? OptionalLong.of(0)
                    : OptionalLong.empty();
        }

        @Override
        public void drop() {
            drops.put(true);
        }
    }
}
