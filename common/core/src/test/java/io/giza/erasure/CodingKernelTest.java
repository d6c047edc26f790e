package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.backblaze.erasure.ReedSolomon;

import io.giza.model.Coding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** All kernels that this machine can have compute the same bytes, JavaReedSolomon's. */
class CodingKernelTest {
    private static final int GUARD_BYTES = 70;

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    static Stream<KernelKind> kinds() {
        return Stream.of(KernelKind.values()).filter(kind -> kind.obstacle().isEmpty());
    }

    @Test
    void testsRunWithTheVectorModule() {
        assertThat(ModuleLayer.boot().findModule("jdk.incubator.vector")).isPresent();
        assertThat(kinds()).contains(KernelKind.TABLE, KernelKind.best());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyKernelEncodesAsJavaReedSolomonDoes(long seed) {
        RandomGenerator random = new Random(seed);
        int k = 1 + random.nextInt(20);
        int m = 1 + random.nextInt(10);
        int offset = random.nextInt(67);
        int length = lengthLike(random);
        byte[][] theirs = randomShards(random, k + m, offset + length + GUARD_BYTES);
        byte[][] given = copyOf(theirs);
        ReedSolomon.create(k, m).encodeParity(theirs, offset, length);

        kinds().forEach(
                        kind -> {
                            byte[][] ours = copyOf(given);
                            code(k, m, kind).encode(ours, offset, length);
                            assertThat(Arrays.deepEquals(ours, theirs))
                                    .as(
                                            "%s of rs(%s,%s), %s bytes at %s",
                                            kind, k, m, length, offset)
                                    .isTrue();
                        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyKernelRebuildsWhatJavaReedSolomonEncoded(long seed) {
        RandomGenerator random = new Random(seed);
        int k = 1 + random.nextInt(14);
        int m = 1 + random.nextInt(5);
        int length = lengthLike(random);
        byte[][] shards = randomShards(random, k + m, length);
        ReedSolomon.create(k, m).encodeParity(shards, 0, length);
        int[] order = shuffled(random, k + m);
        int[] sources = Arrays.copyOf(order, k);
        int[] wanted = Arrays.copyOfRange(order, k, k + m);

        kinds().forEach(
                        kind -> {
                            byte[][] rebuilt = new byte[m][length];
                            code(k, m, kind)
                                    .reconstruction(sources, wanted)
                                    .apply(pick(shards, sources), rebuilt, 0, length);
                            assertThat(Arrays.deepEquals(rebuilt, pick(shards, wanted)))
                                    .as("%s of rs(%s,%s)", kind, k, m)
                                    .isTrue();
                        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyKernelMultipliesAnyMatrixAsItIsWrittenDown(long seed) {
        RandomGenerator random = new Random(seed);
        int[][] matrix = sparseMatrix(random, 1 + random.nextInt(9), 1 + random.nextInt(9));
        int offset = random.nextInt(67);
        int length = lengthLike(random);
        int total = offset + length + GUARD_BYTES;
        byte[][] inputs = randomShards(random, matrix[0].length, total);
        byte[][] before = randomShards(random, matrix.length, total);
        byte[][] expected = copyOf(before);
        for (int row = 0; row < matrix.length; row++) {
            for (int i = offset; i < offset + length; i++) {
                int sum = 0;
                for (int input = 0; input < inputs.length; input++) {
                    sum ^= GaloisField.multiply(matrix[row][input], inputs[input][i] & 0xFF);
                }
                expected[row][i] = (byte) sum;
            }
        }

        kinds().forEach(
                        kind -> {
                            byte[][] outputs = copyOf(before);
                            kind.create().prepare(matrix).apply(inputs, outputs, offset, length);
                            assertThat(Arrays.deepEquals(outputs, expected))
                                    .as("%s times %s", Arrays.deepToString(matrix), kind)
                                    .isTrue();
                        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void nothingIsReadOrWrittenWhenNothingIsAskedFor(KernelKind kind) {
        byte[][] outputs = {{1}};
        kind.create().prepare(new int[][] {{5, 6}}).apply(new byte[2][1], outputs, 1, 0);
        kind.create().prepare(new int[0][2]).apply(new byte[2][1], new byte[0][], 0, 1);

        assertThat(outputs).isDeepEqualTo(new byte[][] {{1}});
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aTrialComputesTheSameWithEveryKernel(KernelKind kind) {
        KernelTrial trial = new KernelTrial(kind);

        assertThat(Arrays.deepEquals(trial.computed().toArray(), trial.expected().toArray()))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aKernelIsFoundByItsLabel(KernelKind kind) {
        assertThat(KernelKind.labelled(kind.label())).contains(kind);
        assertThat(KernelKind.labelled(kind.label() + "x")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aKernelIsMadeUnlessSomethingIsInTheWay(KernelKind kind) {
        if (kind.obstacle().isPresent()) {
            assertThatThrownBy(kind::create).hasMessageContaining(kind.obstacle().get());
        } else {
            assertThat(kind.create()).isNotNull();
        }
    }

    private static ErasureCode code(int k, int m, KernelKind kind) {
        return new ReedSolomonCode(new Coding.ReedSolomon(k, m), kind.create());
    }

    /** Mostly odd, around vectors and stretches, at times several of those. */
    private static int lengthLike(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> 1 + random.nextInt(70);
            case 1 -> 2048 - 70 + random.nextInt(140);
            case 2 -> 4096 - 70 + random.nextInt(140);
            default -> 1 + random.nextInt(20_000);
        };
    }

    /** Rows of zeros and ones, columns of zeros, and everything else. */
    private static int[][] sparseMatrix(RandomGenerator random, int rows, int columns) {
        int[][] matrix = new int[rows][columns];
        for (int[] row : matrix) {
            int bound = random.nextBoolean() ? 2 : 256;
            Arrays.setAll(row, i -> random.nextBoolean() ? 0 : random.nextInt(bound));
        }
        return matrix;
    }

    private static int[] shuffled(RandomGenerator random, int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private static byte[][] pick(byte[][] shards, int[] indices) {
        return Arrays.stream(indices).mapToObj(i -> shards[i]).toArray(byte[][]::new);
    }

    private static byte[][] randomShards(RandomGenerator random, int count, int length) {
        byte[][] shards = new byte[count][length];
        for (byte[] shard : shards) {
            random.nextBytes(shard);
        }
        return shards;
    }

    private static byte[][] copyOf(byte[][] shards) {
        return Stream.of(shards).map(byte[]::clone).toArray(byte[][]::new);
    }
}
