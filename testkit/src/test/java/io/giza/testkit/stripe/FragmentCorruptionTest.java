package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.replica.Nearness;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.FragmentFault;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;
import io.giza.stripe.read.TooFewFragmentsException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Whatever was done to fragments: a read gives the right bytes or fails, never wrong bytes. */
class FragmentCorruptionTest {
    private static final int BLOCK = StripeLayout.BLOCK_BYTES;
    private static final int FRAMED = StripeLayout.FRAMED_BLOCK_BYTES;

    /** Two full blocks and a short one per shard, two full stripes and a short one. */
    private static StripeFixture path(String coding) {
        Coding code = Coding.parse(coding);
        int stripe = code.dataFragments() * (2 * BLOCK + 1000) - 1;
        StripeFixture path = new StripeFixture(1, code, stripe, 2 * stripe + stripe / 2);
        path.write();
        return path;
    }

    private static List<ByteRange> ranges(StripeFixture path) {
        StripeLayout layout = path.layout;
        long shard = layout.shardLength(0);
        return List.of(
                new ByteRange(0, path.object.length),
                new ByteRange(0, 1),
                new ByteRange(BLOCK - 1, BLOCK + 1),
                new ByteRange(shard - 2, shard),
                new ByteRange(layout.stripeSize() - 5L, layout.stripeSize() + 5L),
                new ByteRange(path.object.length - 1, path.object.length));
    }

    /**
     * Every byte of the header; of each block its first, one in the middle, its last and its CRC.
     */
    private static Set<Integer> positions(StripeFixture path) {
        int header = path.format.headerLength(path.id(0));
        Set<Integer> positions = new TreeSet<>(IntStream.range(0, header).boxed().toList());
        for (long stripe = 0; stripe < path.layout.stripes(); stripe++) {
            for (int block = 0; block < path.layout.blocks(stripe); block++) {
                int start = header + (int) path.layout.bodyOffset(stripe) + block * FRAMED;
                int length = path.layout.blockLength(stripe, block);
                for (int at : new int[] {0, length / 2, length - 1}) {
                    positions.add(start + at);
                }
                for (int crc = 0; crc < StripeLayout.CHECKSUM_BYTES; crc++) {
                    positions.add(start + length + crc);
                }
            }
        }
        return positions;
    }

    /** Each end of header, block and CRC, one less and one more; nothing, and one byte too few. */
    private static Set<Integer> lengths(StripeFixture path) {
        int header = path.format.headerLength(path.id(0));
        Set<Integer> lengths = new TreeSet<>(List.of(0, 1, 4, 5, 12));
        List<Integer> ends = new ArrayList<>(List.of(header));
        for (long stripe = 0; stripe < path.layout.stripes(); stripe++) {
            for (int block = 0; block < path.layout.blocks(stripe); block++) {
                int start = header + (int) path.layout.bodyOffset(stripe) + block * FRAMED;
                int length = path.layout.blockLength(stripe, block);
                ends.add(start + length);
                ends.add(start + length + StripeLayout.CHECKSUM_BYTES);
            }
        }
        int whole = header + (int) path.layout.bodyLength();
        for (int end : ends) {
            lengths.addAll(List.of(end - 1, end, Math.min(end + 1, whole - 1)));
        }
        lengths.remove(whole);
        return lengths;
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(1,1)", "rs(2,1)", "rs(4,2)", "lrc(4,2,1)", "lrc(6,2,2)"})
    void aFlippedByteOfEveryKindIsReadAround(String coding) throws IOException {
        StripeFixture path = path(coding);
        int turn = 0;
        for (int position : positions(path)) {
            int index = turn++ % path.stores.size();
            path.flip(index, position);
            for (ByteRange range : ranges(path)) {
                assertThat(path.read(range))
                        .as("%s of fragment %s flipped, %s", position, index, range)
                        .isEqualTo(path.expected(range));
            }
            path.flip(index, position);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(1,1)", "rs(2,1)", "rs(4,2)", "lrc(4,2,1)", "lrc(6,2,2)"})
    void aFragmentCutOffAtEveryBoundaryIsReadAround(String coding) throws IOException {
        StripeFixture path = path(coding);
        int turn = 0;
        for (int length : lengths(path)) {
            int index = turn++ % path.stores.size();
            byte[] whole = path.memory.get(index).bytes(path.id(index)).orElseThrow();
            path.truncate(index, length);
            for (ByteRange range : ranges(path)) {
                assertThat(path.read(range))
                        .as("fragment %s cut to %s, %s", index, length, range)
                        .isEqualTo(path.expected(range));
            }
            path.memory.get(index).replace(path.id(index), whole);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(1,0)", "rs(2,1)", "rs(4,2)", "lrc(4,2,1)", "lrc(6,2,2)"})
    void damageBeyondRepairFailsAndNothingWrongComesBeforeIt(String coding) {
        StripeFixture path = path(coding);
        int failed = 0;
        List<Integer> positions = List.copyOf(positions(path));
        for (int round = 0; round < positions.size(); round += 7) {
            List<byte[]> before = new ArrayList<>();
            for (int index = 0; index < path.stores.size(); index++) {
                before.add(path.memory.get(index).bytes(path.id(index)).orElseThrow());
            }
            // Everywhere the same place, or all over.
            boolean same = path.random.nextBoolean();
            for (int index = 0; index < path.stores.size(); index++) {
                int other = positions.get(path.random.nextInt(positions.size()));
                path.flip(index, same ? positions.get(round) : other);
            }
            for (ByteRange range : ranges(path)) {
                failed += isRightOrFails(path, range) ? 0 : 1;
            }
            for (int index = 0; index < path.stores.size(); index++) {
                path.memory.get(index).replace(path.id(index), before.get(index));
            }
        }
        assertThat(failed).as("reads that failed").isPositive();
    }

    /** Returns whether it was right. */
    private static boolean isRightOrFails(StripeFixture path, ByteRange range) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] expected = path.expected(range);
        try (StripeReader reader = path.reader(range)) {
            reader.writeTo(ByteTarget.of(out));
            assertThat(out.toByteArray()).isEqualTo(expected);
            return true;
        } catch (TooFewFragmentsException e) {
            assertThat(out.toByteArray())
                    .as("written before %s", e.getMessage())
                    .isEqualTo(Arrays.copyOf(expected, out.size()));
            return false;
        } catch (IOException e) {
            throw new AssertionError("not a clear error", e);
        }
    }

    @Test
    void bytesAfterTheEndAreNotRead() throws IOException {
        StripeFixture path = path("rs(2,1)");
        byte[] whole = path.memory.getFirst().bytes(path.id(0)).orElseThrow();
        path.memory.getFirst().replace(path.id(0), Arrays.copyOf(whole, whole.length + 100));
        for (ByteRange range : ranges(path)) {
            assertThat(path.read(range)).isEqualTo(path.expected(range));
        }
    }

    @Test
    void theSameBytesUnderAnotherNameAreRefused() {
        StripeFixture path = path("rs(2,1)");
        byte[] zero = path.memory.getFirst().bytes(path.id(0)).orElseThrow();
        byte[] one = path.memory.get(1).bytes(path.id(1)).orElseThrow();
        path.memory.get(1).replace(path.id(1), zero);
        for (ByteRange range : ranges(path)) {
            assertThat(isRightOrFails(path, range)).isTrue();
        }
        path.memory.getFirst().replace(path.id(0), one);
        for (ByteRange range : ranges(path)) {
            assertThat(isRightOrFails(path, range)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void fragmentsDamagedInDifferentStripesTogetherStillReadBack(int apart) throws IOException {
        StripeFixture path = new StripeFixture(4, Coding.parse("rs(2,1)"), 100_000, 600_000);
        path.write();
        int header = path.format.headerLength(path.id(0));
        for (int index = 0; index < 3; index++) {
            path.flip(index, header + (int) path.layout.bodyOffset(1L + index * apart) + 7);
        }
        assertThat(path.read()).isEqualTo(path.object);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(2,1)", "lrc(4,2,1)"})
    void whatWasReadAroundIsReported(String coding) throws IOException {
        StripeFixture path = path(coding);
        List<ReadListener.Fault> faults = new ArrayList<>();
        path.settings =
                new ReadSettings(
                        Nearness.inOrder(List.of(), StripeFixture.LONG),
                        StripeFixture.LONG,
                        0,
                        heard(faults),
                        ReadBuffers.NONE,
                        ReadMemory.UNLIMITED);
        path.flip(0, path.format.headerLength(path.id(0)) + FRAMED + 7);
        ByteRange elsewhere = new ByteRange(0, BLOCK);
        assertThat(path.read(elsewhere)).isEqualTo(path.expected(elsewhere));
        assertThat(faults).isEmpty();
        ByteRange there = new ByteRange(BLOCK + 100, BLOCK + 101);
        assertThat(path.read(there)).isEqualTo(path.expected(there));
        assertThat(faults)
                .singleElement()
                .satisfies(fault -> assertThat(fault.id()).isEqualTo(path.id(0)))
                .satisfies(fault -> assertThat(fault.dc()).isEqualTo(path.stores.get(0).dc()))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(FragmentFault.CORRUPT))
                .satisfies(fault -> assertThat(fault.detail()).contains("block 1 of stripe 0"));
    }

    private static ReadListener heard(List<ReadListener.Fault> faults) {
        return new ReadListener() {
            @Override
            public void faulty(Fault fault) {
                faults.add(fault);
            }

            @Override
            public void hedged() {}

            @Override
            public void hedgeWon() {}
        };
    }
}
