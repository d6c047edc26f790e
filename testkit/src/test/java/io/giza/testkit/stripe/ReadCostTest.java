package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.LatencyRanking;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Which bytes a read asks for, counted at the stores. */
class ReadCostTest {
    private static final List<String> CODINGS =
            List.of("rs(1,1)", "rs(2,1)", "rs(3,2)", "rs(6,3)", "lrc(4,2,1)", "lrc(6,2,2)");

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    /** Stripes of some blocks per shard, and of lengths that k does not divide. */
    private static StripeFixture random(long seed) throws IOException {
        Random random = new Random(seed);
        Coding coding = Coding.parse(CODINGS.get(random.nextInt(CODINGS.size())));
        int shard = 1000 + random.nextInt(3 * StripeLayout.BLOCK_BYTES);
        int stripeSize = shard * coding.dataFragments() + random.nextInt(coding.dataFragments());
        int objectSize = stripeSize + random.nextInt(Math.min(3 * stripeSize, 1 << 21));
        StripeFixture path = new StripeFixture(seed, coding, stripeSize, objectSize);
        path.write();
        return path;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRangeReadsTheBlocksThatHoldItsBytesAndLessThanOneMoreAtEachEnd(long seed)
            throws IOException {
        StripeFixture path = random(seed);
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        for (int i = 0; i < 10; i++) {
            long from = path.random.nextInt(path.object.length);
            long longest = path.random.nextBoolean() ? 1000 : path.object.length;
            long length = 1 + path.random.nextLong(Math.min(longest, path.object.length - from));
            ByteRange range = ByteRange.of(from, length);
            stores.forEach(store -> store.bytes.set(0));
            assertThat(path.read(range)).isEqualTo(path.expected(range));
            // A read from the start of a fragment takes its header along.
            long headers =
                    stores.stream().filter(store -> store.bytes.get() > 0).count()
                            * path.format.headerLength(path.id(0));
            // Less than a block is not worth a request of its own beside other stripes.
            boolean alone =
                    path.layout.stripeOf(range.from()) == path.layout.stripeOf(range.to() - 1);
            long more = headers + (alone ? 0 : 2L * StripeLayout.BLOCK_BYTES);
            assertThat(HookedFragmentStore.bytes(stores))
                    .as("%s of %s", range, path.layout)
                    .isBetween(needed(path.layout, range), needed(path.layout, range) + more);
        }
    }

    private static long needed(StripeLayout layout, ByteRange range) {
        long bytes = 0;
        for (long stripe = layout.stripeOf(range.from());
                stripe <= layout.stripeOf(range.to() - 1);
                stripe++) {
            for (int shard = 0; shard < layout.coding().dataFragments(); shard++) {
                bytes += layout.spanLength(stripe, layout.blocksOf(stripe, shard, range));
            }
        }
        return bytes;
    }

    @Test
    void aSmallRangeReadsOneBlockOfOneDataCenter() throws IOException {
        StripeFixture path = new StripeFixture(6, Coding.parse("rs(4,2)"), 1 << 20, 3 << 20);
        path.write();
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        ByteRange range = ByteRange.of((1 << 20) + (1 << 18) + 70_000, 1000);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        assertThat(stores.stream().map(store -> store.bytes.get()).toList())
                .containsExactly(0L, 65_540L, 0L, 0L, 0L, 0L);
    }

    @Test
    void aDegradedReadDecodesTheBlocksOfTheRangeAlone() throws IOException {
        StripeFixture path = new StripeFixture(6, Coding.parse("rs(4,2)"), 1 << 20, 3 << 20);
        path.write();
        path.memory.get(1).setDown(true);
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        ByteRange range = ByteRange.of((1 << 20) + (1 << 18) + 70_000, 1000);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        assertThat(IntStream.of(0, 2, 3, 4).mapToObj(i -> stores.get(i).bytes.get()))
                .containsOnly(65_540L);
        assertThat(stores.get(5).bytes).hasValue(0);
    }

    @Test
    void aDegradedRangeAcrossTwoShardsDecodesOnlyWhatTheMissingOneLacks() throws IOException {
        StripeFixture path = new StripeFixture(6, Coding.parse("rs(2,1)"), 1 << 20, 1 << 20);
        path.write();
        path.memory.get(1).setDown(true);
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        ByteRange range = new ByteRange((1 << 19) - 10, (1 << 19) + 10);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        long header = path.format.headerLength(path.id(0));
        assertThat(stores.get(0).bytes).hasValue(65_540L + 65_540L + header);
        assertThat(stores.get(2).bytes).hasValue(65_540L + header);
    }

    @Test
    void aRangeOfALostFragmentIsReadFromItsLocalGroupAlone() throws IOException {
        StripeFixture path = new StripeFixture(6, Coding.parse("lrc(6,2,2)"), 3 << 20, 6 << 20);
        path.write();
        path.memory.get(1).setDown(true);
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        ByteRange range = ByteRange.of((3 << 20) + (1 << 19) + 70_000, 1000);
        assertThat(path.read(range)).isEqualTo(path.expected(range));
        assertThat(IntStream.of(0, 2, 6).mapToObj(i -> stores.get(i).bytes.get()))
                .containsOnly(65_540L);
        assertThat(IntStream.of(3, 4, 5, 7, 8, 9).mapToObj(i -> stores.get(i).bytes.get()))
                .containsOnly(0L);
    }

    @Test
    void theNearestDataCentersAreAskedAndNoOther() throws IOException {
        StripeFixture path = new StripeFixture(7, Coding.parse("rs(2,1)"), 100_000, 500_000);
        path.write();
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        path.settings =
                new ReadSettings(
                        List.of(new DcName("dc2"), new DcName("dc1")),
                        StripeFixture.LONG,
                        StripeFixture.LONG);
        assertThat(path.read()).isEqualTo(path.object);
        assertThat(stores.stream().map(store -> store.reads.get()).toList())
                .containsExactly(0, 1, 1);
    }

    @Test
    void dataIsReadRatherThanParityThatIsHardlyNearer() throws IOException {
        assertThat(readsAtDistances("dc0", 3, 7, 3)).containsExactly(1, 1, 0);
    }

    @Test
    void parityAtHomeIsReadRatherThanDataElsewhere() throws IOException {
        assertThat(readsAtDistances("dc2", 3, 4, 2)).containsExactly(1, 0, 1);
    }

    /** Returns how often each store of rs(2,1) was read, whose distances are in milliseconds. */
    private static List<Integer> readsAtDistances(String home, int... distances)
            throws IOException {
        StripeFixture path = new StripeFixture(7, Coding.parse("rs(2,1)"), 100_000, 500_000);
        path.write();
        List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
        var measured =
                new LatencyRanking(
                        new VirtualThreads(), new DcName(home), _ -> false, StripeFixture.LONG);
        for (int dc = 0; dc < distances.length; dc++) {
            measured.answered(new DcName("dc" + dc), 1, Duration.ofMillis(distances[dc]));
        }
        path.settings =
                new ReadSettings(
                        measured,
                        StripeFixture.LONG,
                        0,
                        ReadListener.NONE,
                        ReadBuffers.NONE,
                        ReadMemory.UNLIMITED);
        assertThat(path.read()).isEqualTo(path.object);
        return stores.stream().map(store -> store.reads.get()).toList();
    }
}
