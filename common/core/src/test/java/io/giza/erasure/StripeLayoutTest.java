package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

class StripeLayoutTest {
    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private static StripeLayout random(RandomGenerator random) {
        int k = 1 + random.nextInt(12);
        return new StripeLayout(
                new Coding.ReedSolomon(k, 2),
                1 + random.nextInt(1 << (1 + random.nextInt(22))),
                random.nextLong(1L << (1 + random.nextInt(24))));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void stripesCoverTheObjectAndShardsFollowEachOtherInTheBody(long seed) {
        StripeLayout layout = random(new Random(seed));
        long bytes = 0;
        long body = 0;
        long sample = Math.min(layout.stripes(), 500);
        for (long stripe = 0; stripe < sample; stripe++) {
            assertThat(layout.stripeStart(stripe)).isEqualTo(bytes);
            assertThat(layout.bodyOffset(stripe)).isEqualTo(body);
            assertThat(layout.stripeLength(stripe)).isPositive();
            int shard = 0;
            for (int block = 0; block < layout.blocks(stripe); block++) {
                assertThat(layout.blockLength(stripe, block)).isPositive();
                shard += layout.blockLength(stripe, block);
            }
            assertThat(shard).isEqualTo(layout.shardLength(stripe));
            assertThat((long) shard * layout.coding().dataFragments())
                    .isBetween(
                            (long) layout.stripeLength(stripe),
                            layout.stripeLength(stripe) + layout.coding().dataFragments() - 1L);
            bytes += layout.stripeLength(stripe);
            body += layout.framedShardLength(stripe);
        }
        if (sample == layout.stripes()) {
            assertThat(bytes).isEqualTo(layout.objectSize());
            assertThat(layout.bodyLength()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyByteOfARangeLiesInTheBlocksNamedForItAndNoBlockIsNamedInVain(long seed) {
        RandomGenerator random = new Random(seed);
        StripeLayout layout = random(random);
        if (layout.objectSize() == 0) {
            return;
        }
        long from = random.nextLong(layout.objectSize());
        long to = from + 1 + random.nextLong(Math.min(layout.objectSize() - from, 1L << 20));
        ByteRange range = new ByteRange(from, to);
        long covered = 0;
        for (long stripe = layout.stripeOf(from); stripe <= layout.stripeOf(to - 1); stripe++) {
            for (int shard = 0; shard < layout.coding().dataFragments(); shard++) {
                ByteRange part = layout.shardRange(stripe, shard, range);
                BlockSpan span = layout.blocksOf(stripe, shard, range);
                covered += part.length();
                assertThat(span.isEmpty()).isEqualTo(part.isEmpty());
                if (part.isEmpty()) {
                    continue;
                }
                int block = StripeLayout.BLOCK_BYTES;
                assertThat(part.from())
                        .isBetween((long) span.from() * block, (span.from() + 1L) * block - 1);
                assertThat(part.to())
                        .isBetween((span.to() - 1L) * block + 1, (long) span.to() * block);
                assertThat(layout.spanOffset(stripe, span) + layout.spanLength(stripe, span))
                        .isLessThanOrEqualTo(layout.bodyLength());
                BlockSpan all = layout.blocksOfAll(stripe, range);
                assertThat(all.union(span)).isEqualTo(all);
            }
        }
        assertThat(covered).isEqualTo(range.length());
    }

    @Test
    void anEmptyObjectHasNoStripesAndAnEmptyBody() {
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 4 << 20, 0);
        assertThat(layout.stripes()).isZero();
        assertThat(layout.bodyLength()).isZero();
    }

    @Test
    void aFourMebibyteObjectOfTwoDataFragmentsHasThirtyTwoBlocksPerFragment() {
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 4 << 20, 4 << 20);
        assertThat(layout.stripes()).isEqualTo(1);
        assertThat(layout.blocks(0)).isEqualTo(32);
        assertThat(layout.bodyLength()).isEqualTo((2 << 20) + 32 * 4);
    }
}
