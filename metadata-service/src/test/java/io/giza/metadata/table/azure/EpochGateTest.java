package io.giza.metadata.table.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.EpochGate.StoredMembership;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

class EpochGateTest {
    private static final Duration QUIET = Duration.ofSeconds(90);
    private static final Membership ONE = Membership.UNINITIALIZED.founded(1);
    private static final Membership TWO = ONE.raised(2);

    private final ManualTime time = new ManualTime();
    private final Memory memory = new Memory();

    /** A membership and its tag, without a service. */
    private static final class Memory implements EpochGate.MembershipStore {
        private StoredMembership kept = StoredMembership.NONE;
        private int tags;
        private boolean fails;

        @Override
        public StoredMembership load() {
            return kept;
        }

        @Override
        public @Nullable StoredMembership replace(StoredMembership before, Membership next)
                throws RowTableException {
            if (fails) {
                throw new RowTableException("not written", null);
            }
            if (!kept.equals(before)) {
                return null;
            }
            put(next);
            return kept;
        }

        void put(Membership next) {
            kept = new StoredMembership(next, Integer.toString(++tags));
        }
    }

    @Test
    void aTableThatWasNeverUsedEntersItsFirstEpochAtOnce() throws Exception {
        EpochGate gate = gate();

        assertThat(gate.replace(Membership.UNINITIALIZED, ONE)).isTrue();
        assertThat(gate.membership()).isEqualTo(ONE);
        assertThat(time.slept()).isEmpty();
    }

    @Test
    void aTableThatAnotherProcessHadEntersAHigherEpochAfterAQuietPeriodOnly() throws Exception {
        memory.put(ONE);
        EpochGate gate = gate();
        time.pass(Duration.ofSeconds(30));

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(time.slept()).containsExactly(Duration.ofSeconds(60));
    }

    @Test
    void aTableThatWasOpenedLongAgoEntersAHigherEpochAtOnce() throws Exception {
        memory.put(ONE);
        EpochGate gate = gate();
        time.pass(QUIET);

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(time.slept()).isEmpty();
    }

    @Test
    void aWriteThatWasGivenUpDelaysAHigherEpoch() throws Exception {
        EpochGate gate = entered();
        gate.writeAbandoned();
        time.pass(Duration.ofSeconds(89));

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(time.slept()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void aWriteThatIsGivenUpWhileTheEpochWaitsMakesItWaitAgain() throws Exception {
        EpochGate gate = entered();
        gate.writeAbandoned();
        time.duringSleep(gate::writeAbandoned);

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(time.slept()).containsExactly(QUIET, QUIET);
    }

    @Test
    void aMembershipOfTheSameEpochWaitsForNothing() throws Exception {
        Membership joining = Membership.UNINITIALIZED.joining(2);
        memory.put(joining);
        EpochGate gate = gate();

        assertThat(gate.replace(joining, joining.activated(2))).isTrue();
        assertThat(time.slept()).isEmpty();
    }

    @Test
    void whileAHigherEpochWaitsRowsOfLowerOnesAreTurnedAway() throws Exception {
        EpochGate gate = entered();
        gate.writeAbandoned();
        List<Class<?>> turnedAway = new ArrayList<>();
        time.duringSleep(
                () -> {
                    try {
                        boolean _ = gate.store(1, () -> true);
                    } catch (RowTableException e) {
                        turnedAway.add(e.getClass());
                    }
                });

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(turnedAway).containsExactly(RowTableException.Throttled.class);
        assertThat(gate.store(1, () -> true)).isFalse();
        assertThat(gate.store(2, () -> true)).isTrue();
    }

    @Test
    void oneCallerWaitsForQuietAndOthersAreTurnedAway() throws Exception {
        EpochGate gate = entered();
        gate.writeAbandoned();
        List<Class<?>> turnedAway = new ArrayList<>();
        time.duringSleep(
                () -> {
                    gate.writeAbandoned();
                    try {
                        boolean _ = gate.replace(ONE, TWO);
                    } catch (RowTableException e) {
                        turnedAway.add(e.getClass());
                    }
                });

        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(turnedAway).containsExactly(RowTableException.Throttled.class);
    }

    @Test
    void aHigherEpochComesAfterWritesThatAreUnderWay() throws Exception {
        EpochGate gate = entered();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        List<String> order = new ArrayList<>();
        CompletableFuture<Boolean> write =
                CompletableFuture.supplyAsync(
                        () -> storeWhile(gate, begun, release, order), Thread.ofPlatform()::start);
        begun.await();
        CompletableFuture<Boolean> epochChange =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                boolean hasRisen = gate.replace(ONE, TWO);
                                order.add("risen");
                                return hasRisen;
                            } catch (RowTableException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        Thread.ofPlatform()::start);
        release.countDown();

        assertThat(write.get()).isTrue();
        assertThat(epochChange.get()).isTrue();
        assertThat(order).containsExactly("written", "risen");
    }

    private static boolean storeWhile(
            EpochGate gate, CountDownLatch begun, CountDownLatch release, List<String> order) {
        try {
            return gate.store(
                    1,
                    () -> {
                        begun.countDown();
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        order.add("written");
                        return true;
                    });
        } catch (RowTableException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void afterAWriteOfTheMembershipFailedRowsOfTheOldEpochStayAway() throws Exception {
        EpochGate gate = entered();
        memory.fails = true;
        assertThatExceptionOfType(RowTableException.class).isThrownBy(() -> gate.replace(ONE, TWO));
        assertThatExceptionOfType(RowTableException.Throttled.class)
                .isThrownBy(() -> gate.store(1, () -> true));

        memory.fails = false;
        assertThat(gate.replace(ONE, TWO)).isTrue();
        assertThat(gate.store(2, () -> true)).isTrue();
    }

    @Test
    void aMembershipThatIsThereWithoutOurKnowingIsTakenOver() throws Exception {
        EpochGate gate = entered();
        memory.put(TWO);

        assertThat(gate.replace(ONE, TWO)).isFalse();
        assertThat(gate.membership()).isEqualTo(TWO);
    }

    @Test
    void aHigherEpochThatIsFoundByChanceIsTakenOverInQuietOnly() throws Exception {
        Membership joining = Membership.UNINITIALIZED.joining(2);
        memory.put(joining);
        EpochGate gate = gate();
        memory.put(joining.raised(3));

        assertThatExceptionOfType(RowTableException.Throttled.class)
                .isThrownBy(() -> gate.replace(joining, joining.activated(2)));
        assertThat(gate.membership()).isEqualTo(joining);
        assertThatExceptionOfType(RowTableException.Throttled.class)
                .isThrownBy(() -> gate.store(2, () -> true));

        assertThat(gate.replace(joining, joining.raised(3))).isFalse();
        assertThat(time.slept()).containsExactly(QUIET);
        assertThat(gate.membership()).isEqualTo(joining.raised(3));
    }

    @Test
    void aMembershipThatWentBackIsRefused() throws Exception {
        EpochGate gate = entered();
        assertThat(gate.replace(ONE, TWO)).isTrue();
        memory.put(ONE);

        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> gate.replace(TWO, TWO.raised(3)))
                .withMessageContaining("went back");
    }

    private EpochGate entered() throws RowTableException {
        EpochGate gate = gate();
        assertThat(gate.replace(Membership.UNINITIALIZED, ONE)).isTrue();
        return gate;
    }

    private EpochGate gate() throws RowTableException {
        return new EpochGate(memory, time, QUIET);
    }
}
