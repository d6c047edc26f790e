package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.membership.Membership;
import io.giza.membership.Membership.State;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.ChecksummedFragments;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.BinaryFragmentFormat;

import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** What every store of fragments promises that takes the place of a lost one. */
public abstract class JoiningFragmentContract {
    private static final long JOINED = 2;

    private final SplittableRandom random = new SplittableRandom(7);
    private final FragmentId id = Samples.fragment(0, random);

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
                    assertForgotten(fixture.store());
                    for (Kind kind : Kind.values()) {
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(() -> upload(fixture.store(), kind, JOINED));
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(
                                        () -> upload(fixture.repair().rebuilding(JOINED), kind, 1));
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
                            .isThrownBy(() -> upload(fixture.store(), Kind.DATA, 2));
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> upload(fixture.repair().replacing(2), Kind.DATA, 1));
                    assertThat(fixture.repair().order(new TableOrder.Raise(100)).epoch())
                            .isEqualTo(1);
                    assertThat(fixture.repair().order(new TableOrder.Raise(2)).epoch())
                            .isEqualTo(2);
                    assertThat(upload(fixture.store(), Kind.DATA, 2)).isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void anEmptyStoreOfALaterEpochDoesNotSayThatAFragmentIsAbsent() throws Exception {
        with(JOINED, fixture -> assertForgotten(fixture.store()));
    }

    @Test
    void anEmptyStoreOfTheFirstEpochDoes() throws Exception {
        with(1, fixture -> assertAbsent(fixture.store()));
    }

    @Test
    void onceItIsDeclaredRebuiltItDoesToo() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertThat(fixture.repair().order(new TableOrder.Activate(1)).isJoining())
                            .isTrue();
                    assertForgotten(fixture.store());
                    assertMembership(
                            fixture.repair().order(new TableOrder.Activate(JOINED)),
                            JOINED,
                            JOINED,
                            State.ACTIVE);
                    assertAbsent(fixture.store());
                });
    }

    @Test
    void aStoreInUseIsToldToJoinInAnEpochThatItDidNotSee() throws Exception {
        with(
                1,
                fixture -> {
                    assertThat(upload(fixture.store(), Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    assertThat(fixture.repair().order(new TableOrder.Join(1, "", "")).isJoining())
                            .isFalse();
                    assertThat(join(fixture.repair(), JOINED).isJoining()).isTrue();
                    assertStored(fixture.store(), Kind.DATA);
                    fixture.store().delete(id);
                    assertForgotten(fixture.store());
                });
    }

    @Test
    void dataOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertRefused(fixture.store(), Kind.DATA);
                    assertForgotten(fixture.store());
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertRefused(fixture.store(), Kind.DATA);
                    assertAbsent(fixture.store());
                });
    }

    @Test
    void poisonOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertRefused(fixture.store(), Kind.POISON);
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertRefused(fixture.store(), Kind.POISON);
                    assertAbsent(fixture.store());
                });
    }

    @Test
    void newDataIsTakenAtOnceAndPoisonOnlyWhereItIsKnownWhatIsFree() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> upload(fixture.store(), Kind.POISON, JOINED));
                    assertThat(upload(fixture.store(), Kind.DATA, JOINED))
                            .isEqualTo(Outcome.STORED);
                    assertStored(fixture.store(), Kind.DATA);
                    fixture.store().delete(id);
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(upload(fixture.store(), Kind.POISON, JOINED))
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
                        assertThat(upload(rebuilt, kind, 1)).isEqualTo(Outcome.STORED);
                        assertThat(upload(rebuilt, kind, 1)).isEqualTo(Outcome.ALREADY_THERE);
                        assertStored(fixture.store(), kind);
                    });
        }
    }

    @Test
    void aRecoveryOfAnEpochThatEndedIsRefused() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertRefused(fixture.repair().rebuilding(1), Kind.DATA);
                    fixture.repair().order(new TableOrder.Raise(3));
                    assertRefused(fixture.repair().rebuilding(JOINED), Kind.DATA);
                    assertThat(fixture.repair().order(new TableOrder.Activate(JOINED)).isJoining())
                            .isTrue();
                    assertForgotten(fixture.store());
                });
    }

    @Test
    void whatARepairCreatesIsTakenWhateverEpochItIsOf() throws Exception {
        with(
                JOINED,
                fixture -> {
                    FragmentStore repaired = fixture.repair().replacing(JOINED);
                    assertThat(upload(repaired, Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    assertStored(fixture.store(), Kind.DATA);
                });
    }

    @Test
    void aRepairOfAnEpochThatEndedIsRefusedWhateverIsThere() throws Exception {
        with(
                JOINED,
                fixture -> {
                    assertRefused(fixture.repair().replacing(1), Kind.DATA);
                    assertForgotten(fixture.store());
                    FragmentStore rebuilt = fixture.repair().rebuilding(JOINED);
                    assertThat(upload(rebuilt, Kind.POISON, 1)).isEqualTo(Outcome.STORED);
                    assertRefused(fixture.repair().replacing(1), Kind.DATA);
                    assertStored(fixture.store(), Kind.POISON);
                });
    }

    @Test
    void whetherWhatItLacksIsAbsentIsNotExaminedBeforeItIsRebuilt() throws Exception {
        with(
                JOINED,
                fixture -> {
                    String name = FragmentName.of(id).path();
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> fixture.inventory().examine(name));
                    FragmentStore rebuilt = fixture.repair().rebuilding(JOINED);
                    upload(rebuilt, Kind.POISON, 1);
                    assertThat(fixture.inventory().examine(name).finding())
                            .isEqualTo(Finding.POISON);
                    fixture.store().delete(id);
                    fixture.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(fixture.inventory().examine(name).finding())
                            .isEqualTo(Finding.ABSENT);
                });
    }

    private void assertForgotten(FragmentStore store) {
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> store.read(id, 0, 1));
    }

    private void assertAbsent(FragmentStore store) throws ReplicaException {
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    private void assertRefused(FragmentStore store, Kind kind) {
        assertThatExceptionOfType(ReplicaException.Refused.class)
                .isThrownBy(() -> upload(store, kind, 1));
    }

    private void assertStored(FragmentStore store, Kind kind) throws Exception {
        assertThat(store.read(id, 0, 10_000)).isInstanceOf(FragmentRead.Found.class);
        if (store.read(id, 0, 10_000) instanceof FragmentRead.Found(InputStream bytes)) {
            try (bytes) {
                assertThat(new BinaryFragmentFormat().read(bytes).kind()).isEqualTo(kind);
            }
        }
    }

    private Outcome upload(FragmentStore store, Kind kind, long epoch) throws ReplicaException {
        StripeLayout layout = new StripeLayout(new Coding.ReedSolomon(2, 1), 1024, 1000);
        ByteBuffer bytes =
                ByteBuffer.wrap(
                        ChecksummedFragments.fragment(
                                new FragmentHeader(kind, id, layout, 0, epoch),
                                new byte[(int) layout.bodyLength()]));
        try (FragmentUpload upload = store.create(id, bytes.capacity())) {
            upload.write(bytes);
            return upload.complete();
        }
    }
}
