package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.ByteRange;
import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.read.TooFewFragmentsException;

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
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class StripeReaderTest {
    private static final Coding TWO_ONE = Coding.parse("rs(2,1)");

    private static final List<String> LOCAL =
            List.of("lrc(4,2,1)", "lrc(6,2,2)", "lrc(6,3,1)", "lrc(12,2,2)");

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    private static StripeFixture random(long seed) {
        Random random = new Random(seed);
        Coding coding =
                random.nextInt(3) == 0
                        ? Coding.parse(LOCAL.get(random.nextInt(LOCAL.size())))
                        : new Coding.ReedSolomon(1 + random.nextInt(6), random.nextInt(4));
        int stripeSize = 1 + random.nextInt(1 << (4 + random.nextInt(17)));
        int stripes = 1 + random.nextInt(6);
        int objectSize = random.nextInt(1 + Math.min(stripes * stripeSize, 2 << 20));
        return new StripeFixture(seed, coding, stripeSize, objectSize);
    }

    private static ByteRange randomRange(StripeFixture path) {
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
        StripeFixture path = random(seed);
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
    void aGroupThatLostTooMuchLeavesTheOtherGroupReadable() throws IOException {
        StripeFixture path = new StripeFixture(6, Coding.parse("lrc(6,2,2)"), 600_000, 1_200_000);
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

    @Test
    void aReaderClosedBeforeItIsReadEndsQuietly() {
        StripeFixture path = new StripeFixture(8, TWO_ONE, 100_000, 500_000);
        path.write();
        path.reader(new ByteRange(0, 500_000)).close();
    }

    @Test
    void aProbeTellsAbsentFromUnreachable() throws ReplicaException {
        StripeFixture path = new StripeFixture(9, Coding.parse("rs(2,4)"), 1000, 5000);
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
                                        path.threads.after(StripeFixture.LONG)))
                .containsExactly(
                        FragmentState.DATA,
                        FragmentState.ABSENT,
                        FragmentState.UNKNOWN,
                        FragmentState.POISON,
                        FragmentState.UNKNOWN,
                        FragmentState.UNKNOWN);
    }
}
