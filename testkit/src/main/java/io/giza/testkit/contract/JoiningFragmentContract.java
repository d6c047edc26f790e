package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.paxos.Membership;
import io.giza.paxos.Membership.State;
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
import io.giza.testkit.fixture.BlockSeals;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentName;

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
    public record Parts(FragmentStore store, FragmentRepair repair, FragmentInventory inventory) {}

    /** A test that is given a store. */
    @FunctionalInterface
    public interface Scenario {
        /** Runs the test. */
        void run(Parts parts) throws Exception;
    }

    /**
     * Runs the scenario with an empty store of dc1 whose configuration is of {@code epoch}: it
     * begins with its cluster if that is the first, and else waits for the order to join.
     */
    protected abstract void begun(long epoch, Scenario scenario) throws Exception;

    private void with(long epoch, Scenario scenario) throws Exception {
        begun(
                epoch,
                parts -> {
                    if (epoch > 1) {
                        join(parts.repair(), epoch);
                    }
                    scenario.run(parts);
                });
    }

    /** Orders a store of dc1 to take the place of a lost one. */
    public static Membership join(FragmentRepair repair, long epoch) throws ReplicaException {
        Membership before = repair.order(new TableOrder.Activate(epoch));
        return repair.order(new TableOrder.Join(epoch, before.life(), "dc1,dc2,dc3;dc1@" + epoch));
    }

    private static void assertStands(Membership found, long epoch, long joined, State state) {
        assertThat(found.epoch()).isEqualTo(epoch);
        assertThat(found.joined()).isEqualTo(joined);
        assertThat(found.state()).isEqualTo(state);
    }

    @Test
    void anEmptyStoreThatWasNotOrderedToJoinTakesNothingAndKnowsNothing() throws Exception {
        begun(
                JOINED,
                parts -> {
                    assertForgotten(parts.store());
                    for (Kind kind : Kind.values()) {
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(() -> upload(parts.store(), kind, JOINED));
                        assertThatExceptionOfType(ReplicaException.NotReady.class)
                                .isThrownBy(
                                        () -> upload(parts.repair().rebuilding(JOINED), kind, 1));
                    }
                    assertThat(parts.repair().order(new TableOrder.Raise(1)).isTold()).isFalse();
                    assertThat(parts.repair().order(new TableOrder.Join(2, "other", "")).isTold())
                            .isFalse();
                    assertStands(join(parts.repair(), JOINED), JOINED, JOINED, State.JOINING);
                });
    }

    @Test
    void anEpochIsOrderedOneByOneAndNeverTakenFromAFragment() throws Exception {
        with(
                1,
                parts -> {
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> upload(parts.store(), Kind.DATA, 2));
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> upload(parts.repair().replacing(2), Kind.DATA, 1));
                    assertThat(parts.repair().order(new TableOrder.Raise(100)).epoch())
                            .isEqualTo(1);
                    assertThat(parts.repair().order(new TableOrder.Raise(2)).epoch()).isEqualTo(2);
                    assertThat(upload(parts.store(), Kind.DATA, 2)).isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void anEmptyStoreOfALaterEpochDoesNotSayThatAFragmentIsAbsent() throws Exception {
        with(JOINED, parts -> assertForgotten(parts.store()));
    }

    @Test
    void anEmptyStoreOfTheFirstEpochDoes() throws Exception {
        with(1, parts -> assertAbsent(parts.store()));
    }

    @Test
    void onceItIsDeclaredRebuiltItDoesToo() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertThat(parts.repair().order(new TableOrder.Activate(1)).isJoining())
                            .isTrue();
                    assertForgotten(parts.store());
                    assertStands(
                            parts.repair().order(new TableOrder.Activate(JOINED)),
                            JOINED,
                            JOINED,
                            State.ACTIVE);
                    assertAbsent(parts.store());
                });
    }

    @Test
    void aStoreInUseIsToldToJoinInAnEpochThatItDidNotSee() throws Exception {
        with(
                1,
                parts -> {
                    assertThat(upload(parts.store(), Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    assertThat(parts.repair().order(new TableOrder.Join(1, "", "")).isJoining())
                            .isFalse();
                    assertThat(join(parts.repair(), JOINED).isJoining()).isTrue();
                    assertStored(parts.store(), Kind.DATA);
                    parts.store().delete(id);
                    assertForgotten(parts.store());
                });
    }

    @Test
    void dataOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertRefused(parts.store(), Kind.DATA);
                    assertForgotten(parts.store());
                    parts.repair().order(new TableOrder.Activate(JOINED));
                    assertRefused(parts.store(), Kind.DATA);
                    assertAbsent(parts.store());
                });
    }

    @Test
    void poisonOfAnEpochThatEndedIsRefusedForGood() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertRefused(parts.store(), Kind.POISON);
                    parts.repair().order(new TableOrder.Activate(JOINED));
                    assertRefused(parts.store(), Kind.POISON);
                    assertAbsent(parts.store());
                });
    }

    @Test
    void newDataIsTakenAtOnceAndPoisonOnlyWhereItIsKnownWhatIsFree() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> upload(parts.store(), Kind.POISON, JOINED));
                    assertThat(upload(parts.store(), Kind.DATA, JOINED)).isEqualTo(Outcome.STORED);
                    assertStored(parts.store(), Kind.DATA);
                    parts.store().delete(id);
                    parts.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(upload(parts.store(), Kind.POISON, JOINED))
                            .isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void whatARecoveryRebuildsIsTakenWhateverEpochItIsOf() throws Exception {
        for (Kind kind : Kind.values()) {
            with(
                    JOINED,
                    parts -> {
                        FragmentStore rebuilt = parts.repair().rebuilding(JOINED);
                        assertThat(upload(rebuilt, kind, 1)).isEqualTo(Outcome.STORED);
                        assertThat(upload(rebuilt, kind, 1)).isEqualTo(Outcome.ALREADY_THERE);
                        assertStored(parts.store(), kind);
                    });
        }
    }

    @Test
    void aRecoveryOfAnEpochThatEndedIsRefused() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertRefused(parts.repair().rebuilding(1), Kind.DATA);
                    parts.repair().order(new TableOrder.Raise(3));
                    assertRefused(parts.repair().rebuilding(JOINED), Kind.DATA);
                    assertThat(parts.repair().order(new TableOrder.Activate(JOINED)).isJoining())
                            .isTrue();
                    assertForgotten(parts.store());
                });
    }

    @Test
    void whatARepairCreatesIsTakenWhateverEpochItIsOf() throws Exception {
        with(
                JOINED,
                parts -> {
                    FragmentStore repaired = parts.repair().replacing(JOINED);
                    assertThat(upload(repaired, Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    assertStored(parts.store(), Kind.DATA);
                });
    }

    @Test
    void aRepairOfAnEpochThatEndedIsRefusedWhateverIsThere() throws Exception {
        with(
                JOINED,
                parts -> {
                    assertRefused(parts.repair().replacing(1), Kind.DATA);
                    assertForgotten(parts.store());
                    FragmentStore rebuilt = parts.repair().rebuilding(JOINED);
                    assertThat(upload(rebuilt, Kind.POISON, 1)).isEqualTo(Outcome.STORED);
                    assertRefused(parts.repair().replacing(1), Kind.DATA);
                    assertStored(parts.store(), Kind.POISON);
                });
    }

    @Test
    void whetherWhatItLacksIsAbsentIsNotExaminedBeforeItIsRebuilt() throws Exception {
        with(
                JOINED,
                parts -> {
                    String name = FragmentName.of(id).path();
                    assertThatExceptionOfType(ReplicaException.NotReady.class)
                            .isThrownBy(() -> parts.inventory().examine(name));
                    FragmentStore rebuilt = parts.repair().rebuilding(JOINED);
                    upload(rebuilt, Kind.POISON, 1);
                    assertThat(parts.inventory().examine(name).finding()).isEqualTo(Finding.POISON);
                    parts.store().delete(id);
                    parts.repair().order(new TableOrder.Activate(JOINED));
                    assertThat(parts.inventory().examine(name).finding()).isEqualTo(Finding.ABSENT);
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
                        BlockSeals.fragment(
                                new FragmentHeader(kind, id, layout, 0, epoch),
                                new byte[(int) layout.bodyLength()]));
        try (FragmentUpload upload = store.create(id, bytes.capacity())) {
            upload.write(bytes);
            return upload.complete();
        }
    }
}
