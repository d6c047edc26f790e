package io.giza.testkit.stripe;

import static io.giza.testkit.stripe.BudgetedReads.all;
import static io.giza.testkit.stripe.BudgetedReads.memory;
import static io.giza.testkit.stripe.BudgetedReads.reader;
import static io.giza.testkit.stripe.BudgetedReads.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.model.Coding;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.StripeReader;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a get that fetches ahead does once others wait for memory, or a fragment is late. */
class ReadMemoryPressureTest {
    private static final int MIB = 1 << 20;
    private static final int STRIPE = 2 * MIB;

    /** One account's memory for gets of an object of several stripes. */
    private static final class Gets {
        private final Surroundings surroundings;
        private final Time time;
        private final StripeFixture path;
        private final Budget budget;

        Gets(Simulation simulation) {
            surroundings = simulation.scenario();
            time = surroundings.time();
            path =
                    new StripeFixture(
                            surroundings, 3, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);
            path.write();
            budget = new Budget(surroundings.tasks(), new BudgetLimits(16 * MIB, 1));
        }

        /** Of one key's fourteen there is nothing left then. */
        Budget.Share takeTheRest() {
            return budget.take(
                            "default",
                            14 * MIB - budget.held(),
                            time.after(StripeFixture.LONG),
                            time)
                    .orElseThrow();
        }
    }

    @Test
    void whoFetchesAheadMakesRoomForWhoWaits() {
        Simulation.run(
                1,
                simulation -> {
                    Gets gets = new Gets(simulation);
                    ReadMemory first = memory(gets.budget, StripeFixture.LONG, gets.time);
                    StripeReader wide = reader(gets.path, first);
                    assertThat(gets.budget.held()).isGreaterThan(5 * MIB);
                    Budget.Share rest = gets.takeTheRest();
                    Inbox<byte[]> got = gets.surroundings.tasks().inbox(1);
                    ReadMemory second = memory(gets.budget, StripeFixture.LONG, gets.time);
                    gets.surroundings
                            .tasks()
                            .fork("waits", () -> got.put(all(reader(gets.path, second))));
                    gets.time.sleep(Duration.ofSeconds(1));
                    assertThat(all(wide)).isEqualTo(gets.path.object);
                    assertThat(got.take(gets.time.after(StripeFixture.LONG)))
                            .hasValue(gets.path.object);
                    rest.close();
                    first.close();
                    second.close();
                    assertThat(gets.budget.held()).isZero();
                });
    }

    /** Its client takes a stripe in half a minute, as one may that is not slow. */
    @Test
    void whoFetchesAheadMakesRoomWithinAStripe() {
        Simulation.run(
                1,
                simulation -> {
                    Gets gets = new Gets(simulation);
                    ReadMemory first = memory(gets.budget, StripeFixture.LONG, gets.time);
                    StripeReader wide = reader(gets.path, first);
                    Budget.Share rest = gets.takeTheRest();
                    Inbox<byte[]> taken = gets.surroundings.tasks().inbox(1);
                    gets.surroundings
                            .tasks()
                            .fork("takes", () -> taken.put(takeSlowly(wide, gets.time)));
                    gets.time.sleep(Duration.ofSeconds(5));
                    ReadMemory second = memory(gets.budget, Duration.ofSeconds(3), gets.time);
                    assertThat(all(reader(gets.path, second))).isEqualTo(gets.path.object);
                    second.close();
                    rest.close();
                    assertThat(taken.take(gets.time.after(Duration.ofHours(1))))
                            .hasValue(gets.path.object);
                    first.close();
                    assertThat(gets.budget.held()).isZero();
                });
    }

    @Test
    void whatIsFetchedInsteadOfWhatIsLateCounts() {
        Simulation.run(
                1,
                simulation -> {
                    Gets gets = new Gets(simulation);
                    List<HookedFragmentStore> stores = HookedFragmentStore.on(gets.path);
                    ReadMemory memory = memory(gets.budget, StripeFixture.LONG, gets.time);
                    List<Long> held = new ArrayList<>();
                    stores.get(0).before(() -> gets.time.sleep(Duration.ofSeconds(20)));
                    stores.get(2).before(() -> held.add(gets.budget.held()));
                    StripeReader reader =
                            reader(
                                    gets.path,
                                    settings(memory, Duration.ofSeconds(1), ReadBuffers.NONE));
                    long before = gets.budget.held();
                    assertThat(all(reader)).isEqualTo(gets.path.object);
                    assertThat(held).isNotEmpty();
                    assertThat(held.getFirst()).isGreaterThanOrEqualTo(before + 2 * MIB);
                    memory.close();
                    assertThat(gets.budget.held()).isZero();
                });
    }

    private static byte[] takeSlowly(StripeReader reader, Time time) {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        all(reader, slowly(time, taken));
        return taken.toByteArray();
    }

    /** Takes two seconds for each piece. */
    private static ByteTarget slowly(Time time, ByteArrayOutputStream taken) {
        ByteTarget target = ByteTarget.of(taken);
        return bytes -> {
            target.write(bytes);
            time.sleep(Duration.ofSeconds(2));
        };
    }
}
