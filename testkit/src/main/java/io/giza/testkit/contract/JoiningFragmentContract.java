package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.paxos.Membership;
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

    /** Runs the scenario with an empty store whose configuration is of {@code epoch}. */
    protected abstract void with(long epoch, Scenario scenario) throws Exception;

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
                    assertThat(parts.repair().order(new TableOrder.Activate(JOINED)))
                            .isEqualTo(new Membership(JOINED, JOINED, Membership.State.ACTIVE));
                    assertAbsent(parts.store());
                });
    }

    @Test
    void aStoreInUseIsToldToJoinInAnEpochThatItDidNotSee() throws Exception {
        with(
                1,
                parts -> {
                    assertThat(upload(parts.store(), Kind.DATA, 1)).isEqualTo(Outcome.STORED);
                    assertThat(parts.repair().order(new TableOrder.Join(1)).isJoining()).isFalse();
                    assertThat(parts.repair().order(new TableOrder.Join(JOINED)).isJoining())
                            .isTrue();
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
                    assertThat(upload(parts.store(), Kind.DATA, 3)).isEqualTo(Outcome.STORED);
                    parts.store().delete(id);
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
