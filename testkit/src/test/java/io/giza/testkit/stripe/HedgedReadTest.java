package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.erasure.ByteRange;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.LatencyRanking;
import io.giza.replica.Nearness;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Slow stores in simulated time: how long reads take, and whom they ask. */
class HedgedReadTest {
    private static final Duration HEDGE = Duration.ofSeconds(5);

    /** What the steps of a read may take in simulated time. */
    private static final Duration STEPS = Duration.ofSeconds(1);

    private static final Duration LONG = Duration.ofMinutes(5);

    private static final Duration HOUR = Duration.ofHours(1);

    /** An object in slow stores. */
    private static final class SlowStores implements ReadListener {
        final StripeFixture path;
        final List<HookedFragmentStore> stores;
        final Time time;
        int hedged;
        int won;

        SlowStores(Simulation simulation, String coding, int stripeSize, int objectSize) {
            time = simulation.scenario().time();
            path =
                    new StripeFixture(
                            simulation.scenario(),
                            simulation.seed(),
                            Coding.parse(coding),
                            stripeSize,
                            objectSize);
            path.write();
            stores = HookedFragmentStore.on(path);
            configureReads(Nearness.inOrder(List.of(), HEDGE), 0);
        }

        void configureReads(Nearness nearness, int spares) {
            path.settings =
                    new ReadSettings(
                            nearness, HOUR, spares, this, ReadBuffers.NONE, ReadMemory.UNLIMITED);
        }

        void delay(int index, Duration delay) {
            stores.get(index).before(() -> time.sleep(delay));
        }

        Duration read(ByteRange range) throws IOException {
            long start = time.nanos();
            assertThat(path.read(range)).isEqualTo(path.expected(range));
            return Duration.ofNanos(time.nanos() - start);
        }

        Duration read() throws IOException {
            return read(new ByteRange(0, path.object.length));
        }

        List<Integer> readCounts() {
            return stores.stream().map(store -> store.reads.get()).toList();
        }

        @Override
        public void faulty(Fault fault) {
            throw new AssertionError(fault);
        }

        @Override
        public void hedged() {
            hedged++;
        }

        @Override
        public void hedgeWon() {
            won++;
        }
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aLateFragmentIsMadeUpForByOneMore() {
        Seeds.simulate(
                20,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(3,2)", 30_000, 100_000);
                    slow.delay(1, LONG);
                    assertThat(slow.read()).isBetween(HEDGE, HEDGE.plus(STEPS));
                    assertThat(slow.readCounts()).containsExactly(1, 1, 1, 1, 0);
                    assertThat(slow.hedged).isEqualTo(1);
                    assertThat(slow.won).isEqualTo(1);
                });
    }

    /** Shows that the others would notice if nobody hedged. */
    @Test
    void whereNothingIsEverLateAReadWaits() {
        Seeds.simulate(
                5,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(3,2)", 30_000, 100_000);
                    slow.configureReads(Nearness.inOrder(List.of(), HOUR), 0);
                    slow.delay(1, LONG);
                    assertThat(slow.read()).isGreaterThanOrEqualTo(LONG);
                    assertThat(slow.hedged).isZero();
                });
    }

    @Test
    void hedgingEndsWhenNobodyIsLeftToAsk() {
        Seeds.simulate(
                20,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(3,2)", 30_000, 100_000);
                    for (int i = 0; i < 5; i++) {
                        slow.delay(i, Duration.ofSeconds(20 + i));
                    }
                    assertThat(slow.read()).isLessThan(Duration.ofSeconds(25));
                    assertThat(slow.readCounts()).allMatch(reads -> reads == 1);
                    assertThat(slow.hedged).isEqualTo(2);
                });
    }

    @Test
    void aLateRangeIsDecodedFromItsLocalGroup() {
        Seeds.simulate(
                5,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "lrc(6,2,2)", 60_000, 100_000);
                    slow.delay(1, LONG);
                    assertThat(slow.read(ByteRange.of(10_500, 100)))
                            .isBetween(HEDGE, HEDGE.plus(STEPS));
                    assertThat(slow.readCounts()).containsExactly(1, 1, 1, 0, 0, 0, 1, 0, 0, 0);
                });
    }

    @Test
    void theOneThatWasLateMayStillWin() {
        Seeds.simulate(
                5,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(1,1)", 30_000, 30_000);
                    slow.delay(0, HEDGE.multipliedBy(2));
                    slow.delay(1, LONG);
                    assertThat(slow.read())
                            .isBetween(HEDGE.multipliedBy(2), HEDGE.multipliedBy(2).plus(STEPS));
                    assertThat(slow.hedged).isEqualTo(1);
                    assertThat(slow.won).isZero();
                });
    }

    @Test
    void lateBindingTakesTheFirstThatSufficeAndWaitsForNoOther() {
        Seeds.simulate(
                20,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(3,2)", 30_000, 100_000);
                    slow.configureReads(Nearness.inOrder(List.of(), HEDGE), 2);
                    slow.delay(0, LONG);
                    slow.delay(2, LONG);
                    assertThat(slow.read()).isLessThan(HEDGE);
                    assertThat(slow.readCounts()).containsExactly(1, 1, 1, 1, 1);
                    assertThat(slow.hedged).isZero();
                });
    }

    @Test
    void lateBindingAsksForNoMoreThanItIsTold() {
        Seeds.simulate(
                5,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "lrc(6,2,2)", 60_000, 100_000);
                    slow.configureReads(Nearness.inOrder(List.of(), HEDGE), 1);
                    slow.read();
                    assertThat(slow.readCounts().stream().mapToInt(reads -> reads).sum())
                            .isEqualTo(7);
                    // One fragment of a group is made up for by three: not at once.
                    slow.read(ByteRange.of(10_500, 100));
                    assertThat(slow.readCounts().stream().mapToInt(reads -> reads).sum())
                            .isEqualTo(8);
                });
    }

    @Test
    void theNearestAsMeasuredAreAskedAndNotThoseThatBecameSlow() {
        Seeds.simulate(
                10,
                simulation -> {
                    SlowStores slow = new SlowStores(simulation, "rs(2,1)", 30_000, 30_000);
                    slow.configureReads(
                            new LatencyRanking(
                                    slow.time,
                                    new DcName("dc0"),
                                    _ -> false,
                                    Duration.ofSeconds(20)),
                            0);
                    slow.delay(0, Duration.ofMillis(1));
                    slow.delay(1, seconds(8));
                    slow.delay(2, seconds(2));
                    // Each is tried once; from then on the nearest is asked.
                    assertThat(slow.read()).isBetween(seconds(8), seconds(9));
                    for (int i = 0; i < 20; i++) {
                        assertThat(slow.read()).isBetween(seconds(2), seconds(3));
                    }
                    // One that took longer than nearly all before it is late, and hedged.
                    assertThat(slow.readCounts()).containsExactly(21, 1 + slow.hedged, 20);
                    slow.delay(2, Duration.ofMinutes(1));
                    // Each time that it is given up it counts as farther away.
                    for (int i = 0; i < 40; i++) {
                        assertThat(slow.read()).isLessThanOrEqualTo(seconds(30));
                    }
                    int readsBefore = slow.readCounts().get(2);
                    assertThat(slow.read()).isBetween(seconds(8), seconds(9));
                    assertThat(slow.readCounts().get(2)).isEqualTo(readsBefore);
                });
    }
}
