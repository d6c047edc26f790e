package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.FragmentDamage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/** What every store of fragments promises to who examines and repairs what lies in it. */
public abstract class FragmentRepairContract {
    /** Shared by all tests of a run, because a store may outlive one and names must be fresh. */
    private static final Random RANDOM = new Random(13);

    private static final long EPOCH = 1;

    /** Three stripes, of which a fragment has three blocks each, and one of the last. */
    private static final StripeLayout LAYOUT =
            new StripeLayout(Coding.parse("rs(2,1)"), 300_000, 700_000);

    private final CodedObject object = CodedObject.of(RANDOM, LAYOUT, EPOCH);
    private final FragmentId id = object.id(0);
    private final byte[] whole = object.fragment(0);
    private final byte[] others = object.withOtherFence(0);

    /**
     * A store, and what it is about here.
     *
     * @param store as everybody reaches it
     * @param repair as who repairs it does
     * @param inventory as who examines it does
     * @param disk what it keeps its fragments on
     */
    public record Fixture(
            FragmentStore store, FragmentRepair repair, FragmentInventory inventory, Disk disk) {}

    /** What a store keeps its fragments on, which may change them. */
    @FunctionalInterface
    public interface Disk {
        /** Changes the bytes of a fragment that is there. */
        void change(FragmentId id, UnaryOperator<byte[]> change) throws IOException;
    }

    /** Returns the store under test, of {@link #EPOCH}; the same throughout one test. */
    protected abstract Fixture fixture();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 131_072, 131_073, 3_000_000})
    void whatWasStoredIsWhole(int objectSize) throws Exception {
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 1 << 20, objectSize);
        CodedObject stored = CodedObject.of(RANDOM, layout, EPOCH);
        byte[] bytes = stored.fragment(2);
        upload(fixture().store(), stored.id(2), bytes);
        assertThat(examined(stored.id(2))).isEqualTo(new Examination(Finding.WHOLE, bytes.length));
    }

    @ParameterizedTest
    @EnumSource(FragmentDamage.class)
    void damageIsFoundWhereverItIsAndARepairTakesItsPlace(FragmentDamage damage) throws Exception {
        upload(fixture().store(), id, whole);
        fixture().disk().change(id, damage);
        byte[] damaged = damage.apply(whole);
        assertThat(examined(id)).isEqualTo(new Examination(Finding.DAMAGED, damaged.length));
        assertThat(repair(whole)).isEqualTo(Outcome.STORED);
        assertIsThere(whole);
        assertThat(repair(others)).isEqualTo(Outcome.ALREADY_THERE);
    }

    @Test
    void poisonIsFoundAndARepairTakesItsPlace() throws Exception {
        byte[] poison = object.poison(0, EPOCH);
        upload(fixture().store(), id, poison);
        assertThat(examined(id)).isEqualTo(new Examination(Finding.POISON, poison.length));
        assertThat(repair(whole)).isEqualTo(Outcome.STORED);
        assertIsThere(whole);
    }

    @Test
    void whatIsAbsentIsFoundToBeAndARepairCreatesIt() throws Exception {
        assertThat(examined(id)).isEqualTo(Examination.ABSENT);
        assertThat(repair(whole)).isEqualTo(Outcome.STORED);
        assertIsThere(whole);
    }

    @Test
    void aRepairLeavesWhatIsWhole() throws Exception {
        upload(fixture().store(), id, whole);
        assertThat(repair(others)).isEqualTo(Outcome.ALREADY_THERE);
        assertIsThere(whole);
    }

    @Test
    void whatALaterVersionWroteIsFoundToBeAndLeft() throws Exception {
        byte[] later = object.withLaterFormat(0);
        upload(fixture().store(), id, whole);
        fixture().disk().change(id, _ -> later);
        assertThat(examined(id)).isEqualTo(new Examination(Finding.LATER, later.length));
        assertRefused(id, whole);
        assertThat(examined(id)).isEqualTo(new Examination(Finding.LATER, later.length));
    }

    @Test
    void aPutDoesNotTakeThePlaceOfDamage() throws Exception {
        upload(fixture().store(), id, whole);
        fixture().disk().change(id, FragmentDamage.LAST_BIT);
        assertThat(upload(fixture().store(), id, others)).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(upload(fixture().repair().rebuilding(EPOCH), id, others))
                .isEqualTo(Outcome.ALREADY_THERE);
        assertThat(examined(id).finding()).isEqualTo(Finding.DAMAGED);
    }

    @Test
    void aRepairThatIsGivenUpChangesNothing() throws Exception {
        byte[] poison = object.poison(0, EPOCH);
        upload(fixture().store(), id, poison);
        try (FragmentUpload upload = fixture().repair().replacing(EPOCH).create(id, whole.length)) {
            upload.write(ByteBuffer.wrap(whole, 0, whole.length - 1));
        }
        assertThat(examined(id).finding()).isEqualTo(Finding.POISON);
        try (FragmentUpload upload = fixture().repair().replacing(EPOCH).create(id, whole.length)) {
            upload.write(ByteBuffer.wrap(whole));
            assertThat(examined(id).finding()).isEqualTo(Finding.POISON);
            assertThat(upload.complete().outcome()).isEqualTo(Outcome.STORED);
        }
        assertIsThere(whole);
    }

    @Test
    void poisonTakesThePlaceOfNothing() throws Exception {
        byte[] poison = object.poison(0, EPOCH);
        assertRefused(id, poison);
        upload(fixture().store(), id, whole);
        assertRefused(id, poison);
        fixture().disk().change(id, FragmentDamage.LAST_BIT);
        assertRefused(id, poison);
        assertThat(examined(id).finding()).isEqualTo(Finding.DAMAGED);
    }

    @Test
    void aRepairUnderAnotherNameOrOfAnotherLengthIsRefused() throws Exception {
        FragmentId other = new FragmentId(id.account(), id.key(), PutId.random(RANDOM), 0);
        assertRefused(other, whole);
        assertRefused(id, Arrays.copyOf(whole, whole.length - 1));
        assertRefused(id, Arrays.copyOf(whole, whole.length + 1));
        assertThat(examined(other)).isEqualTo(Examination.ABSENT);
        assertThat(examined(id)).isEqualTo(Examination.ABSENT);
    }

    @Test
    void theFirstOfTwoRepairsToCompleteTakesThePlace() throws Exception {
        upload(fixture().store(), id, object.poison(0, EPOCH));
        try (FragmentUpload slow = fixture().repair().replacing(EPOCH).create(id, others.length);
                FragmentUpload quick =
                        fixture().repair().replacing(EPOCH).create(id, whole.length)) {
            slow.write(ByteBuffer.wrap(others));
            quick.write(ByteBuffer.wrap(whole));
            assertThat(quick.complete().outcome()).isEqualTo(Outcome.STORED);
            assertThat(slow.complete().outcome()).isEqualTo(Outcome.ALREADY_THERE);
        }
        assertIsThere(whole);
    }

    @Test
    void aRepairGoesByWhatIsThereWhenItIsComplete() throws Exception {
        FragmentStore repaired = fixture().repair().replacing(EPOCH);
        try (FragmentUpload upload = repaired.create(id, others.length)) {
            upload.write(ByteBuffer.wrap(others));
            assertThat(upload(fixture().store(), id, whole)).isEqualTo(Outcome.STORED);
            assertThat(upload.complete().outcome()).isEqualTo(Outcome.ALREADY_THERE);
        }
        assertIsThere(whole);
        try (FragmentUpload upload = repaired.create(id, others.length)) {
            upload.write(ByteBuffer.wrap(others));
            fixture().store().delete(id);
            assertThat(upload.complete().outcome()).isEqualTo(Outcome.STORED);
        }
        assertIsThere(others);
        try (FragmentUpload upload = repaired.create(id, whole.length)) {
            upload.write(ByteBuffer.wrap(whole));
            fixture().disk().change(id, FragmentDamage.BIT_OF_A_CHECKSUM);
            assertThat(upload.complete().outcome()).isEqualTo(Outcome.STORED);
        }
        assertIsThere(whole);
    }

    @ParameterizedTest
    @EnumSource(value = Finding.class, mode = EnumSource.Mode.EXCLUDE, names = "LATER")
    void ofManyRepairsAndPutsAtOnceOneIsStored(Finding before) throws Exception {
        for (int round = 0; round < 5; round++) {
            CodedObject raced = CodedObject.of(RANDOM, LAYOUT, EPOCH);
            prepare(before, raced);
            List<Outcome> outcomes = race(raced);
            boolean wasWhole = before == Finding.WHOLE;
            assertThat(Collections.frequency(outcomes, Outcome.STORED)).isEqualTo(wasWhole ? 0 : 1);
            assertThat(examined(raced.id(0)).finding()).isEqualTo(Finding.WHOLE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "../outside", "a/../../etc/passwd", "a//b/c"})
    void whatCannotBeTheNameOfAFragmentIsNotExamined(String name) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> fixture().inventory().examine(name));
    }

    private void prepare(Finding before, CodedObject raced) throws Exception {
        switch (before) {
            case WHOLE -> upload(fixture().store(), raced.id(0), raced.fragment(0));
            case POISON -> upload(fixture().store(), raced.id(0), raced.poison(0, EPOCH));
            case DAMAGED -> {
                upload(fixture().store(), raced.id(0), raced.fragment(0));
                fixture().disk().change(raced.id(0), FragmentDamage.LAST_BIT);
            }
            case ABSENT -> {}
            case LATER -> throw new IllegalArgumentException("no repair ends there");
        }
    }

    private List<Outcome> race(CodedObject raced) throws Exception {
        byte[] bytes = raced.fragment(0);
        List<Future<Outcome>> racers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                FragmentStore repaired = fixture().repair().replacing(EPOCH);
                racers.add(threads.submit(() -> upload(repaired, raced.id(0), bytes)));
            }
            racers.add(threads.submit(() -> upload(fixture().store(), raced.id(0), bytes)));
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<Outcome> racer : racers) {
            outcomes.add(racer.get());
        }
        return outcomes;
    }

    private Examination examined(FragmentId fragment) throws ReplicaException {
        return fixture().inventory().examine(FragmentName.of(fragment).path());
    }

    private Outcome repair(byte[] bytes) throws ReplicaException {
        return upload(fixture().repair().replacing(EPOCH), id, bytes);
    }

    private void assertRefused(FragmentId fragment, byte[] bytes) {
        FragmentStore repaired = fixture().repair().replacing(EPOCH);
        assertThatExceptionOfType(ReplicaException.Refused.class)
                .isThrownBy(() -> upload(repaired, fragment, bytes));
    }

    private void assertIsThere(byte[] bytes) throws Exception {
        assertThat(fixture().store().read(id, 0, Integer.MAX_VALUE))
                .isInstanceOf(FragmentRead.Found.class);
        if (fixture().store().read(id, 0, Integer.MAX_VALUE)
                instanceof FragmentRead.Found(InputStream stream)) {
            try (stream) {
                assertThat(stream.readAllBytes()).isEqualTo(bytes);
            }
        }
        assertThat(examined(id)).isEqualTo(new Examination(Finding.WHOLE, bytes.length));
    }

    private static Outcome upload(FragmentStore store, FragmentId fragment, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(fragment, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome();
        }
    }
}
