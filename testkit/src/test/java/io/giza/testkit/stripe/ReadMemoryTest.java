package io.giza.testkit.stripe;

import static io.giza.testkit.stripe.BudgetedReads.all;
import static io.giza.testkit.stripe.BudgetedReads.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.erasure.ByteRange;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.LatencyRanking;
import io.giza.replica.Nearness;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.ScarceMemoryException;
import io.giza.stripe.read.StripeReader;

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

    private final StripeFixture path =
            new StripeFixture(1, Coding.parse("rs(2,1)"), STRIPE, 9 * MIB + 77);

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
                reader.awaitReady();
            } catch (ScarceMemoryException e) {
                refused++;
            }
        }
        // In shorter stretches than a sixteenth of it all get slower, and so does everybody else.
        assertThat(refused).isBetween(95, 109);
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
        StripeFixture own = new StripeFixture(7, Coding.parse(coding), STRIPE, 5 * MIB + 4321);
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
                try (ReadMemory memory = memory(budget, StripeFixture.LONG)) {
                    own.settings = settings(memory);
                    assertThat(own.read(range)).isEqualTo(own.expected(range));
                }
                assertThat(budget.held()).isZero();
            }
        }
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
            readers.getLast().awaitReady();
        }
        for (StripeReader each : readers) {
            assertThat(all(each)).isEqualTo(path.object);
        }
        close(readers, memories);
        assertThat(budget.held()).isZero();
    }

    @Test
    void whatIsKeptForUseAgainIsNoMoreThanWhatNobodyHolds() throws IOException {
        path.write();
        AtomicLong room = new AtomicLong(3 * MIB);
        ReadBuffers buffers = ReadBuffers.pooled(path.threads, 16, 1, room::get);
        path.settings = settings(ReadMemory.UNLIMITED, StripeFixture.LONG, buffers);
        ByteRange all = new ByteRange(0, path.object.length);
        assertThat(path.read(all)).isEqualTo(path.object);
        assertThat(buffers.pooledBytes()).isBetween(1L, 3L * MIB);
        room.set(0);
        assertThat(path.read(all)).isEqualTo(path.object);
        assertThat(buffers.pooledBytes()).isZero();
    }

    @Test
    void whoCannotBeginByABugHoldsNothing() {
        Budget budget = budget(16 * MIB);
        try (ReadMemory memory = memory(budget, StripeFixture.LONG)) {
            Nearness faulty =
                    new LatencyRanking(
                            path.threads,
                            new DcName("dc0"),
                            dc -> {
                                throw new IllegalStateException(dc + " is unknown");
                            },
                            StripeFixture.LONG);
            path.settings =
                    new ReadSettings(
                            faulty,
                            StripeFixture.LONG,
                            0,
                            ReadListener.NONE,
                            ReadBuffers.NONE,
                            memory);
            assertThatIllegalStateException()
                    .isThrownBy(() -> path.reader(new ByteRange(0, path.object.length)));
            assertThat(budget.held()).isZero();
        }
    }

    @Test
    void whoFindsNoneInTimeHasWrittenNothing() throws IOException {
        path.write();
        Budget budget = budget(MIB / 4);
        try (ReadMemory first = memory(budget, StripeFixture.LONG);
                ReadMemory second = memory(budget, StripeFixture.SHORT)) {
            StripeReader holding = reader(first);
            holding.awaitReady();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            StripeReader waiting = reader(second);
            assertThatThrownBy(() -> waiting.writeTo(ByteTarget.of(out)))
                    .isInstanceOf(ScarceMemoryException.class);
            assertThat(out.size()).isZero();
            assertThat(budget.refused()).isEqualTo(1);
            holding.close();
        }
    }

    private Budget budget(long bytes) {
        return new Budget(path.threads, new BudgetLimits(bytes, 1));
    }

    private ReadMemory memory(Budget budget, Duration patience) {
        return BudgetedReads.memory(budget, patience, path.threads);
    }

    private StripeReader reader(ReadMemory memory) {
        return BudgetedReads.reader(path, memory);
    }

    private static void close(List<StripeReader> readers, List<ReadMemory> memories) {
        readers.forEach(StripeReader::close);
        memories.forEach(ReadMemory::close);
    }
}
