package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.ByteRange;
import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.ReadSettings;
import io.giza.stripe.TooFewFragmentsException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class StripeReaderTest {
    private static final Coding TWO_ONE = Coding.parse("rs(2,1)");

    private static final List<String> LOCAL =
            List.of("lrc(4,2,1)", "lrc(6,2,2)", "lrc(6,3,1)", "lrc(12,2,2)");

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    private static DataPath random(long seed) {
        Random random = new Random(seed);
        Coding coding =
                random.nextInt(3) == 0
                        ? Coding.parse(LOCAL.get(random.nextInt(LOCAL.size())))
                        : new Coding.ReedSolomon(1 + random.nextInt(6), random.nextInt(4));
        int stripeSize = 1 + random.nextInt(1 << (4 + random.nextInt(17)));
        int stripes = 1 + random.nextInt(6);
        int objectSize = random.nextInt(1 + Math.min(stripes * stripeSize, 2 << 20));
        return new DataPath(seed, coding, stripeSize, objectSize);
    }

    private static ByteRange randomRange(DataPath path) {
        long from = path.random.nextInt(path.object.length);
        long length = 1 + path.random.nextInt((int) (path.object.length - from));
        if (path.random.nextBoolean()) {
            length = Math.min(length, 1 + path.random.nextInt(1000));
        }
        return ByteRange.of(from, length);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRangeReadsBackWithAnyFragmentsMissingThatParityMakesUpFor(long seed)
            throws IOException {
        DataPath path = random(seed);
        assertThat(path.write().stored()).hasSize(path.layout.coding().fragments());
        assertThat(path.read()).isEqualTo(path.object);
        List<Integer> indices =
                new ArrayList<>(IntStream.range(0, path.stores.size()).boxed().toList());
        Collections.shuffle(indices, path.random);
        ErasureCode code = ErasureCode.of(path.layout.coding());
        int parity = path.stores.size() - path.layout.coding().dataFragments();
        Set<Integer> intact = new HashSet<>(indices);
        for (int index : indices.subList(0, path.random.nextInt(parity + 1))) {
            intact.remove(index);
            if (!code.isDecodable(intact)) {
                intact.add(index);
                continue;
            }
            switch (path.random.nextInt(3)) {
                case 0 -> path.memory.get(index).setDown(true);
                case 1 -> path.truncate(index, 10);
                default -> {
                    int length = path.memory.get(index).bytes(path.id(index)).orElseThrow().length;
                    path.flip(index, path.random.nextInt(length));
                }
            }
        }
        assertThat(path.read()).isEqualTo(path.object);
        for (int i = 0; path.object.length > 0 && i < 5; i++) {
            ByteRange range = randomRange(path);
            assertThat(path.read(range)).as("%s", range).isEqualTo(path.expected(range));
        }
    }

    @Test
    void aFlippedBitAnywhereIsReadAroundOrFailsButNeverComesOut() throws IOException {
        DataPath path = new DataPath(1, TWO_ONE, 150_000, 200_000);
        path.write();
        int header = path.format.headerLength(path.id(0));
        int length = path.memory.getFirst().bytes(path.id(0)).orElseThrow().length;
        List<Integer> positions = new ArrayList<>(IntStream.range(0, header).boxed().toList());
        int block = 65_536;
        for (int at : new int[] {0, 1, block - 1, block, block + 3, block + 4, 75_003, 75_007}) {
            positions.add(header + at);
        }
        positions.add(length - 5);
        positions.add(length - 1);
        for (int position : positions) {
            path.flip(0, position);
            assertThat(path.read()).as("flipped at %s", position).isEqualTo(path.object);
            path.flip(2, position);
            assertThatThrownBy(path::read).isInstanceOf(TooFewFragmentsException.class);
            path.flip(0, position);
            path.flip(2, position);
        }
    }

    @Test
    void aFragmentCutOffAnywhereIsReadAround() throws IOException {
        DataPath path = new DataPath(2, TWO_ONE, 150_000, 200_000);
        path.write();
        byte[] whole = path.memory.get(1).bytes(path.id(1)).orElseThrow();
        int header = path.format.headerLength(path.id(1));
        for (int length :
                new int[] {0, 5, 12, header - 1, header, header + 65_540, whole.length - 1}) {
            path.truncate(1, length);
            assertThat(path.read()).as("cut to %s", length).isEqualTo(path.object);
            path.memory.get(1).replace(path.id(1), whole);
        }
    }

    @Test
    void theSameBytesUnderAnotherNameAreRefused() throws IOException {
        DataPath path = new DataPath(3, TWO_ONE, 150_000, 200_000);
        path.write();
        byte[] zero = path.memory.getFirst().bytes(path.id(0)).orElseThrow();
        byte[] one = path.memory.get(1).bytes(path.id(1)).orElseThrow();
        path.memory.get(1).replace(path.id(1), zero);
        assertThat(path.read()).isEqualTo(path.object);
        assertThat(path.read(new ByteRange(100_000, 100_001)))
                .isEqualTo(path.expected(new ByteRange(100_000, 100_001)));
        path.memory.getFirst().replace(path.id(0), one);
        assertThatThrownBy(path::read).isInstanceOf(TooFewFragmentsException.class);
        assertThatThrownBy(() -> path.read(new ByteRange(10, 11)))
                .isInstanceOf(TooFewFragmentsException.class);
    }

    @Test
    void fragmentsDamagedInDifferentStripesTogetherStillReadBack() throws IOException {
        DataPath path = new DataPath(4, TWO_ONE, 100_000, 500_000);
        path.write();
        int header = path.format.headerLength(path.id(0));
        path.flip(0, header + (int) path.layout.bodyOffset(1) + 7);
        path.flip(1, header + (int) path.layout.bodyOffset(2) + 7);
        path.flip(2, header + (int) path.layout.bodyOffset(4) + 7);
        assertThat(path.read()).isEqualTo(path.object);
    }

    @Test
    void fragmentsDamagedInNeighbouringStripesTogetherStillReadBack() throws IOException {
        DataPath path = new DataPath(4, TWO_ONE, 100_000, 500_000);
        path.write();
        int header = path.format.headerLength(path.id(0));
        path.flip(0, header + (int) path.layout.bodyOffset(1) + 7);
        path.flip(1, header + (int) path.layout.bodyOffset(2) + 7);
        path.flip(2, header + (int) path.layout.bodyOffset(3) + 7);
        assertThat(path.read()).isEqualTo(path.object);
    }

    @Test
    void aLateFragmentIsReplacedByAnother() throws IOException {
        DataPath path = new DataPath(5, TWO_ONE, 100_000, 500_000);
        path.write();
        path.settings = new ReadSettings(List.of(), DataPath.SHORT, DataPath.LONG);
        CountDownLatch never = new CountDownLatch(1);
        path.stores.set(0, new Hooked(path.memory.getFirst(), never, new AtomicLong()));
        assertThat(path.read()).isEqualTo(path.object);
        assertThat(path.read(new ByteRange(10, 20)))
                .isEqualTo(path.expected(new ByteRange(10, 20)));
        never.countDown();
    }

    @Test
    void aSmallRangeReadsOneBlockOfOneDataCenter() throws IOException {
        DataPath path = new DataPath(6, Coding.parse("rs(4,2)"), 1 << 20, 3 << 20);
        path.write();
        List<AtomicLong> bytes = counted(path);
        ByteRange range = ByteRange.of((1 << 20) + (1 << 18) + 70_000, 1000);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        assertThat(bytes.stream().map(AtomicLong::get).toList())
                .containsExactly(0L, 65_540L, 0L, 0L, 0L, 0L);
    }

    @Test
    void aRangeOfALostFragmentIsReadFromItsLocalGroupAlone() throws IOException {
        DataPath path = new DataPath(6, Coding.parse("lrc(6,2,2)"), 3 << 20, 6 << 20);
        path.write();
        path.memory.get(1).setDown(true);
        List<AtomicLong> bytes = counted(path);
        ByteRange range = ByteRange.of((3 << 20) + (1 << 19) + 70_000, 1000);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        assertThat(IntStream.of(0, 2, 6).mapToObj(bytes::get).map(AtomicLong::get))
                .containsOnly(65_540L);
        assertThat(IntStream.of(3, 4, 5, 7, 8, 9).mapToObj(bytes::get).map(AtomicLong::get))
                .containsOnly(0L);
    }

    @Test
    void aGroupThatLostTooMuchLeavesTheOtherGroupReadable() throws IOException {
        DataPath path = new DataPath(6, Coding.parse("lrc(6,2,2)"), 600_000, 1_200_000);
        path.write();
        for (int lost : new int[] {0, 1, 2, 6, 4}) {
            path.memory.get(lost).setDown(true);
        }
        ByteRange other = ByteRange.of(400_000, 100_000);
        assertThat(path.read(other)).isEqualTo(path.expected(other));
        assertThatThrownBy(path::read).isInstanceOf(TooFewFragmentsException.class);
        assertThatThrownBy(() -> path.read(ByteRange.of(10, 10)))
                .isInstanceOf(TooFewFragmentsException.class);
    }

    private static List<AtomicLong> counted(DataPath path) {
        List<AtomicLong> bytes = new ArrayList<>();
        CountDownLatch open = new CountDownLatch(0);
        for (int i = 0; i < path.stores.size(); i++) {
            bytes.add(new AtomicLong());
            path.stores.set(i, new Hooked(path.memory.get(i), open, bytes.get(i)));
        }
        return bytes;
    }

    @Test
    void theNearestDataCentersAreAskedAndNoOther() throws IOException {
        DataPath path = new DataPath(7, TWO_ONE, 100_000, 500_000);
        path.write();
        List<AtomicLong> bytes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            bytes.add(new AtomicLong());
            path.stores.set(i, new Hooked(path.memory.get(i), new CountDownLatch(0), bytes.get(i)));
        }
        path.settings =
                new ReadSettings(
                        List.of(new DcName("dc2"), new DcName("dc1")),
                        DataPath.LONG,
                        DataPath.LONG);
        assertThat(path.read()).isEqualTo(path.object);
        assertThat(bytes.get(0)).hasValue(0);
        assertThat(bytes.get(1).get()).isPositive();
        assertThat(bytes.get(2).get()).isPositive();
    }

    @Test
    void aReaderClosedBeforeItIsReadEndsQuietly() {
        DataPath path = new DataPath(8, TWO_ONE, 100_000, 500_000);
        path.write();
        path.reader(new ByteRange(0, 500_000)).close();
    }

    @Test
    void aProbeTellsAbsentFromUnreachable() throws ReplicaException {
        DataPath path = new DataPath(9, Coding.parse("rs(2,4)"), 1000, 5000);
        path.write();
        path.memory.get(1).delete(path.id(1));
        path.memory.get(2).setDown(true);
        path.memory
                .get(3)
                .replace(
                        path.id(3),
                        path.format.encode(
                                new FragmentHeader(
                                        FragmentHeader.Kind.POISON,
                                        path.id(3),
                                        path.layout,
                                        9,
                                        1)));
        path.flip(4, 60);
        FragmentId foreign = new FragmentId("default", path.key, PutId.random(path.random), 5);
        path.memory
                .get(5)
                .replace(
                        path.id(5),
                        path.format.encode(
                                new FragmentHeader(
                                        FragmentHeader.Kind.DATA, foreign, path.layout, 9, 1)));
        assertThat(
                        new FragmentProbe(path.surroundings, path.format)
                                .probe(
                                        path.target(),
                                        states -> false,
                                        path.threads.after(DataPath.LONG)))
                .containsExactly(
                        FragmentState.DATA,
                        FragmentState.ABSENT,
                        FragmentState.UNKNOWN,
                        FragmentState.POISON,
                        FragmentState.UNKNOWN,
                        FragmentState.UNKNOWN);
    }

    /** Waits for a latch before each read, and counts the bytes asked for. */
    private record Hooked(FragmentStore store, CountDownLatch latch, AtomicLong bytes)
            implements FragmentStore {
        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            return store.create(id, length);
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            bytes.addAndGet(length);
            return store.read(id, offset, length);
        }

        @Override
        public void delete(FragmentId id) throws ReplicaException {
            store.delete(id);
        }
    }
}
