package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.ByteRange;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.stripe.MeasuredNearness;
import io.giza.stripe.Nearness;
import io.giza.stripe.ReadBuffers;
import io.giza.stripe.ReadListener;
import io.giza.stripe.ReadMemory;
import io.giza.stripe.ReadSettings;
import io.giza.stripe.ScarceMemoryException;
import io.giza.stripe.StripeReader;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How much memory gets take, whatever the size of their objects, and whoever takes no bytes. */
class ReadMemoryTest {
    private static final int MIB = 1 << 20;
    private static final int STRIPE = 2 * MIB;

    private final DataPath path = new DataPath(1, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);

    @Test
    void getsWhoseClientsTakeNothingHoldNoMoreThanThereIs() throws IOException {
        path.write();
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        Budget budget = budget(16 * MIB);
        List<ReadMemory> memories = new ArrayList<>();
        List<StripeReader> readers = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 110; i++) {
            ReadMemory memory = memory(budget, Duration.ZERO);
            StripeReader reader = reader(memory);
            memories.add(memory);
            readers.add(reader);
            try {
                reader.ready();
            } catch (ScarceMemoryException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(50, 109);
        assertThat(budget.held()).isLessThanOrEqualTo(16 * MIB);
        // What is asked for is held; only those that fetch ahead have asked for more.
        assertThat(HookedFragmentStore.bytes(stores)).isLessThan(40 * MIB);
        close(readers, memories);
        assertThat(budget.held()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"'rs(2,1)', -1", "'rs(2,1)', 0", "'rs(4,2)', 1", "'lrc(4,2,2)', 2"})
    void withLittleMemoryTheSameBytesComeInShortStretches(String coding, int damaged)
            throws IOException {
        DataPath own = new DataPath(7, Coding.parse(coding), STRIPE, 5 * MIB + 4321);
        own.write();
        if (damaged >= 0) {
            own.flip(damaged, own.format.headerLength(own.id(damaged)) + 70_000);
        }
        for (ByteRange range :
                List.of(
                        new ByteRange(0, own.object.length),
                        new ByteRange(1, own.object.length - 1),
                        new ByteRange(STRIPE - 5, STRIPE + 900_000),
                        new ByteRange(3 * MIB, 3 * MIB))) {
            for (int bytes : new int[] {MIB + MIB / 2, MIB / 2}) {
                Budget budget = budget(bytes);
                try (ReadMemory memory = memory(budget, DataPath.LONG)) {
                    own.settings = settings(memory);
                    assertThat(own.read(range)).isEqualTo(own.expected(range));
                }
                assertThat(budget.held()).isZero();
            }
        }
    }

    @Test
    void whoFetchesAheadMakesRoomForWhoWaits() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    DataPath own =
                            new DataPath(
                                    surroundings, 3, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);
                    own.write();
                    Budget budget =
                            new Budget(surroundings.tasks(), new Budget.Limits(16 * MIB, 1));
                    ReadMemory first = memory(budget, time);
                    StripeReader wide = reader(own, first);
                    long held = budget.held();
                    assertThat(held).isGreaterThan(5 * MIB);
                    // Of one key's fourteen there is nothing left.
                    Budget.Share rest =
                            budget.take("default", 14 * MIB - held, time.after(DataPath.LONG), time)
                                    .orElseThrow();
                    Inbox<byte[]> got = surroundings.tasks().inbox(1);
                    ReadMemory second = memory(budget, time);
                    surroundings.tasks().fork("waits", () -> got.put(all(reader(own, second))));
                    time.sleep(Duration.ofSeconds(1));
                    assertThat(all(wide)).isEqualTo(own.object);
                    assertThat(got.take(time.after(DataPath.LONG))).hasValue(own.object);
                    rest.close();
                    first.close();
                    second.close();
                    assertThat(budget.held()).isZero();
                });
    }

    @Test
    void aGetOfSeveralPutsGoesFromOneToTheNextWithoutWaiting() throws IOException {
        path.write();
        Budget budget = budget(2 * MIB);
        try (ReadMemory memory =
                ReadMemory.ofSeveral(
                        new ReadMemory.Source(budget, "default", Duration.ZERO, path.threads),
                        MIB,
                        0)) {
            StripeReader one = reader(memory);
            StripeReader two = reader(memory);
            assertThat(all(one)).isEqualTo(path.object);
            assertThat(budget.take("default", MIB, path.threads.after(Duration.ZERO), path.threads))
                    .isEmpty();
            assertThat(all(two)).isEqualTo(path.object);
        }
        assertThat(budget.held()).isZero();
    }

    /** Of two data fragments: a block of each, and one that is made of them. */
    @Test
    void theLessFragmentsAnObjectHasTheMoreGetsGoOnWhereMemoryIsScarce() throws IOException {
        path.write();
        Budget budget = budget(2 * MIB);
        List<ReadMemory> memories = new ArrayList<>();
        List<StripeReader> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            memories.add(memory(budget, Duration.ZERO));
            readers.add(reader(memories.getLast()));
            readers.getLast().ready();
        }
        for (StripeReader each : readers) {
            assertThat(all(each)).isEqualTo(path.object);
        }
        close(readers, memories);
        assertThat(budget.held()).isZero();
    }

    /** Its client takes a stripe in half a minute, as one may that is not slow. */
    @Test
    void whoFetchesAheadMakesRoomWithinAStripe() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    DataPath own =
                            new DataPath(
                                    surroundings, 3, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);
                    own.write();
                    Budget budget =
                            new Budget(surroundings.tasks(), new Budget.Limits(16 * MIB, 1));
                    ReadMemory first = memory(budget, time);
                    StripeReader wide = reader(own, first);
                    long held = budget.held();
                    Budget.Share rest =
                            budget.take("default", 14 * MIB - held, time.after(DataPath.LONG), time)
                                    .orElseThrow();
                    Inbox<byte[]> taken = surroundings.tasks().inbox(1);
                    surroundings
                            .tasks()
                            .fork("takes", () -> taken.put(all(wide, time, Duration.ofSeconds(1))));
                    time.sleep(Duration.ofSeconds(5));
                    ReadMemory second =
                            ReadMemory.from(
                                    new ReadMemory.Source(
                                            budget, "default", Duration.ofSeconds(3), time));
                    assertThat(all(reader(own, second))).isEqualTo(own.object);
                    second.close();
                    rest.close();
                    assertThat(taken.take(time.after(Duration.ofHours(1)))).hasValue(own.object);
                    first.close();
                    assertThat(budget.held()).isZero();
                });
    }

    @Test
    void whatIsFetchedInsteadOfWhatIsLateCounts() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    DataPath own =
                            new DataPath(
                                    surroundings, 3, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);
                    own.write();
                    List<HookedFragmentStore> stores = HookedFragmentStore.on(own);
                    Budget budget =
                            new Budget(surroundings.tasks(), new Budget.Limits(16 * MIB, 1));
                    ReadMemory memory = memory(budget, time);
                    own.settings = settings(memory, Duration.ofSeconds(1), ReadBuffers.NONE);
                    List<Long> held = new ArrayList<>();
                    stores.get(0).before(() -> time.sleep(Duration.ofSeconds(20)));
                    stores.get(2).before(() -> held.add(budget.held()));
                    StripeReader reader = own.reader(new ByteRange(0, own.object.length));
                    long before = budget.held();
                    assertThat(all(reader)).isEqualTo(own.object);
                    assertThat(held).isNotEmpty();
                    assertThat(held.getFirst()).isGreaterThanOrEqualTo(before + 2 * MIB);
                    memory.close();
                    assertThat(budget.held()).isZero();
                });
    }

    @Test
    void whatIsKeptForUseAgainIsNoMoreThanWhatNobodyHolds() throws IOException {
        path.write();
        AtomicLong room = new AtomicLong(3 * MIB);
        ReadBuffers buffers = ReadBuffers.keeping(path.threads, 16, 1, room::get);
        path.settings = settings(ReadMemory.UNLIMITED, DataPath.LONG, buffers);
        ByteRange all = new ByteRange(0, path.object.length);
        assertThat(path.read(all)).isEqualTo(path.object);
        assertThat(buffers.kept()).isBetween(1L, 3L * MIB);
        room.set(0);
        assertThat(path.read(all)).isEqualTo(path.object);
        assertThat(buffers.kept()).isZero();
    }

    @Test
    void whoCannotBeginByABugHoldsNothing() {
        Budget budget = budget(16 * MIB);
        try (ReadMemory memory = memory(budget, DataPath.LONG)) {
            Nearness faulty =
                    new MeasuredNearness(
                            path.threads,
                            new DcName("dc0"),
                            dc -> {
                                throw new IllegalStateException(dc + " is unknown");
                            },
                            DataPath.LONG);
            path.settings =
                    new ReadSettings(
                            faulty, DataPath.LONG, 0, ReadListener.NONE, ReadBuffers.NONE, memory);
            assertThatIllegalStateException()
                    .isThrownBy(() -> path.reader(new ByteRange(0, path.object.length)));
            assertThat(budget.held()).isZero();
        }
    }

    @Test
    void whoFindsNoneInTimeHasWrittenNothing() throws IOException {
        path.write();
        Budget budget = budget(MIB / 4);
        try (ReadMemory first = memory(budget, DataPath.LONG);
                ReadMemory second = memory(budget, DataPath.SHORT)) {
            StripeReader holding = reader(first);
            holding.ready();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            StripeReader waiting = reader(second);
            assertThatThrownBy(() -> waiting.writeTo(out))
                    .isInstanceOf(ScarceMemoryException.class);
            assertThat(out.size()).isZero();
            assertThat(budget.refused()).isEqualTo(1);
            holding.close();
        }
    }

    private Budget budget(long bytes) {
        return new Budget(path.threads, new Budget.Limits(bytes, 1));
    }

    private ReadMemory memory(Budget budget, Duration patience) {
        return ReadMemory.from(new ReadMemory.Source(budget, "default", patience, path.threads));
    }

    private static ReadMemory memory(Budget budget, Time time) {
        return ReadMemory.from(new ReadMemory.Source(budget, "default", DataPath.LONG, time));
    }

    private static ReadSettings settings(ReadMemory memory) {
        return settings(memory, DataPath.LONG, ReadBuffers.NONE);
    }

    private static ReadSettings settings(ReadMemory memory, Duration late, ReadBuffers buffers) {
        return new ReadSettings(
                Nearness.inOrder(List.of(), late),
                DataPath.LONG,
                0,
                ReadListener.NONE,
                buffers,
                memory);
    }

    private StripeReader reader(ReadMemory memory) {
        return reader(path, memory);
    }

    private static StripeReader reader(DataPath path, ReadMemory memory) {
        path.settings = settings(memory);
        return path.reader(new ByteRange(0, path.object.length));
    }

    private static byte[] all(StripeReader reader) {
        return all(reader, new ByteArrayOutputStream());
    }

    /** Takes so long for each piece. */
    private static byte[] all(StripeReader reader, Time time, Duration pause) {
        return all(
                reader,
                new ByteArrayOutputStream() {
                    @Override
                    public void write(byte[] source, int offset, int length) {
                        super.write(source, offset, length);
                        time.sleep(pause);
                    }
                });
    }

    private static byte[] all(StripeReader reader, ByteArrayOutputStream out) {
        try {
            reader.writeTo(out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static void close(List<StripeReader> readers, List<ReadMemory> memories) {
        readers.forEach(StripeReader::close);
        memories.forEach(ReadMemory::close);
    }
}
