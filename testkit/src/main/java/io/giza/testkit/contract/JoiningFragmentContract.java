package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership;
import io.giza.membership.Membership.State;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

/** What every store of fragments promises that takes the place of a lost one. */
public abstract class JoiningFragmentContract {
    private static final long JOINED = 2;

    private final SampleFragment fragment =
            new SampleFragment(Samples.fragment(0, new SplittableRandom(7)));

    /**
     * A store and what rebuilds it.
     *
     * @param store as everybody reaches it
     * @param repair as a recovery does
     * @param inventory as a scrub does
     */
    public record Fixture(
            FragmentStore store, FragmentRepair repair, FragmentInventory inventory) {}

    /** A test that is given a store. */
    @FunctionalInterface
    public interface Scenario {
        /** Runs the test. */
        void run(Fixture fixture) throws Exception;
    }

    /**
     * Runs the scenario with an empty store of dc1 whose configuration is of {@code epoch}: it
     * begins with its cluster if that is the first, and else waits for the order to join.
     */
    protected abstract void withBegunStore(long epoch, Scenario scenario) throws Exception;

    private void with(long epoch, Scenario scenario) throws Exception {
        withBegunStore(
                epoch,
                fixture -> {
                    if (epoch > 1) {
                        join(fixture.repair(), epoch);
                    }
                    scenario.run(fixture);
                });
    }

    /** Orders a store of dc1 to take the place of a lost one. */
    public static Membership join(FragmentRepair repair, long epoch) throws ReplicaException {
        Membership before = repair.order(new TableOrder.Activate(epoch));
        return repair.order(new TableOrder.Join(epoch, before.life(), "dc1,dc2,dc3;dc1@" + epoch));
    }

    private static void assertMembership(Membership found, long epoch, long joined, State state) {
        assertThat(found.epoch()).isEqualTo(epoch);
        assertThat(found.joined()).isEqualTo(joined);
        assertThat(found.state()).isEqualTo(state);
    }

    @Test
    void anEmptyStoreThatWasNotOrderedToJoinTakesNothingAndKnowsNothing() throws Exception {
        withBegunStore(
                JOINED,
                fixture -> {
                    fragment.assertForgotten(fixture.store());
                    for (Kind kind : Kind.values()) {
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(() -> fragment.upload(fixture.store(), kind, JOINED));
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(
                                        () ->
                                                fragment.upload(
                                                        fixture.repair().rebuilding(JOINED),
                                                        kind,
                                                        1));
                    }
                    assertThat(fixture.repair().order(new TableOrder.Raise(1)).isInitialized())
                            .isFalse();
                    assertThat(
                                    fixture.repair()
                                            .order(new TableOrder.Join(2, "other", ""))
                                            .isInitialized())
                            .isFalse();
                    assertMembership(join(fixture.repair(), JOINED), JOINED, JOINED, State.JOINING);
                });
    }

    @Test
    void anEpochIsOrderedOneByOneAndNeverTakenFromAFragment() throws Exception {
        with(
                1,
                fixture -> {
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> fragment.upload(fixture.store(), Kind.DATA, 2));
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(
                                    () ->
                                            fragment.upload(
                                                    fixture.repair().replacing(2), Kind.DATA, 1));
                    assertThat(fixture.repair().order(new TableOrder.Raise(100)).epoch())
                            .isEqualTo(1);
                    assertThat(fixture.repair().order(new TableOrder.Raise(2)).epoch())
                            .isEqualTo(2);
                    assertThat(fragment.upload(fixture.store(), Kind.DATA, 2))
                            .isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void anEmptyStoreOfALaterEpochDoesNotSayThatAFragmentIsAbsent() throws Exception {
        with(JOINED, fixture -> fragment.assertForgotten(fixture.store()));
    }

    @Test
    void anEmptyStoreOfTheFirstEpochDoes() throws Exception {
        with(1, fixture -> fragment.assertAbsent(fixture.store()));
    }

    @Test
    void onceItIsDeclaredRebuiltItDoesToo() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertThat(fixture.repair().order(new TableOrder.Activate(1)).isJoining())
                            .isTrue();
                    fragment.assertForgotten(fixture.store());
                    assertMembership(
                            fixture.repair().order(new TableOrder.Activate(JOINED)),
                            JOINED,
                            JOINED,
                            State.ACTIVE);
                    fragment.assertAbsent(fixture.store());
                });
    }

    @Test
    void aStoreInUseIsToldToJoinInAnEpochThatItDidNotSee() throws Exception {
        with(
                1,
                fixture -> {
                    assertThat(fragment.upload(fixture.store(), Kind.DATA, 1))
                            .isEqualTo(Outcome.STORED);
                    assertThat(fixture.repair().order(new TableOrder.Join(1, "", "")).isJoining())
                            .isFalse();
                    assertThat(join(fixture.repair(), JOINED).isJoining()).isTrue();
                    fragment.assertStored(fixture.store(), Kind.DATA);
                    fixture.store().delete(fragment.id());
                    fragment.assertForgotten(fixture.store());
                });
    }

    @Test
    void dataOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                fixture -> {
                    fragment.assertRefused(fixture.store(), Kind.DATA);
                    fragment.assertForgotten(fixture.store());
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    fragment.assertRefused(fixture.store(), Kind.DATA);
                    fragment.assertAbsent(fixture.store());
                });
    }

    @Test
    void poisonOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                fixture -> {
                    fragment.assertRefused(fixture.store(), Kind.POISON);
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    fragment.assertRefused(fixture.store(), Kind.POISON);
                    fragment.assertAbsent(fixture.store());
                });
    }

    @Test
    void newDataIsTakenAtOnceAndPoisonOnlyWhereItIsKnownWhatIsFree() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(
                                    () -> fragment.upload(fixture.store(), Kind.POISON, JOINED));
                    assertThat(fragment.upload(fixture.store(), Kind.DATA, JOINED))
                            .isEqualTo(Outcome.STORED);
                    fragment.assertStored(fixture.store(), Kind.DATA);
                    fixture.store().delete(fragment.id());
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(fragment.upload(fixture.store(), Kind.POISON, JOINED))
                            .isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void whatARecoveryRebuildsIsTakenWhateverEpochItIsOf() throws Exception {
        for (Kind kind : Kind.values()) {
            with(
                    JOINED,
                    fixture -> {
                        FragmentStore rebuilt = fixture.repair().rebuilding(JOINED);
                        assertThat(fragment.upload(rebuilt, kind, 1)).isEqualTo(Outcome.STORED);
                        assertThat(fragment.upload(rebuilt, kind, 1))
                                .isEqualTo(Outcome.ALREADY_THERE);
                        fragment.assertStored(fixture.store(), kind);
                    });
        }
    }

    @Test
    void aRecoveryOfAnEpochThatEndedIsRefused() throws Exception {
        with(
                JOINED,
                fixture -> {
                    fragment.assertRefused(fixture.repair().rebuilding(1), Kind.DATA);
                    fixture.repair().order(new TableOrder.Raise(3));
                    fragment.assertRefused(fixture.repair().rebuilding(JOINED), Kind.DATA);
                    assertThat(fixture.repair().order(new TableOrder.Activate(JOINED)).isJoining())
                            .isTrue();
                    fragment.assertForgotten(fixture.store());
                });
    }

    @Test
    void whatARepairCreatesIsTakenWhateverEpochItIsOf() throws Exception {
        with(
                JOINED,
                fixture -> {
                    FragmentStore repaired = fixture.repair().replacing(JOINED);
                    assertThat(fragment.upload(repaired, Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    fragment.assertStored(fixture.store(), Kind.DATA);
                });
    }

    @Test
    void aRepairOfAnEpochThatEndedIsRefusedWhateverIsThere() throws Exception {
        with(
                JOINED,
                fixture -> {
                    fragment.assertRefused(fixture.repair().replacing(1), Kind.DATA);
                    fragment.assertForgotten(fixture.store());
                    FragmentStore rebuilt = fixture.repair().rebuilding(JOINED);
                    assertThat(fragment.upload(rebuilt, Kind.POISON, 1)).isEqualTo(Outcome.STORED);
                    fragment.assertRefused(fixture.repair().replacing(1), Kind.DATA);
                    fragment.assertStored(fixture.store(), Kind.POISON);
                });
    }

    @Test
    void whetherWhatItLacksIsAbsentIsNotExaminedBeforeItIsRebuilt() throws Exception {
        with(
                JOINED,
                fixture -> {
                    String name = FragmentName.of(fragment.id()).path();
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> fixture.inventory().examine(name));
                    FragmentStore rebuilt = fixture.repair().rebuilding(JOINED);
                    fragment.upload(rebuilt, Kind.POISON, 1);
                    assertThat(fixture.inventory().examine(name).finding())
                            .isEqualTo(Finding.POISON);
                    fixture.store().delete(fragment.id());
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(fixture.inventory().examine(name).finding())
                            .isEqualTo(Finding.ABSENT);
                });
    }
}
