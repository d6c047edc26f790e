package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.backblaze.erasure.ReedSolomon;

import io.giza.model.Coding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

class ReedSolomonCodeTest {
    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void parityIsByteIdenticalToJavaReedSolomon(long seed) {
        RandomGenerator random = new Random(seed);
        int k = 1 + random.nextInt(20);
        int m = 1 + random.nextInt(10);
        int offset = random.nextInt(5);
        int length = 1 + random.nextInt(9_000);
        byte[][] ours = randomShards(random, k, m, offset + length + 3);
        byte[][] theirs = copyOf(ours);
        ErasureCode.of(new Coding.ReedSolomon(k, m)).encode(ours, offset, length);
        ReedSolomon.create(k, m).encodeParity(theirs, offset, length);
        assertThat(ours).isDeepEqualTo(theirs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(200,55)", "rs(1,254)", "rs(254,1)", "rs(128,127)"})
    void parityOfTheWidestCodesIsByteIdenticalToJavaReedSolomon(String scheme) {
        Coding coding = Coding.parse(scheme);
        int k = coding.dataFragments();
        byte[][] ours = randomShards(new Random(7), k, coding.fragments() - k, 333);
        byte[][] theirs = copyOf(ours);
        ErasureCode.of(coding).encode(ours, 0, 333);
        ReedSolomon.create(k, coding.fragments() - k).encodeParity(theirs, 0, 333);
        assertThat(ours).isDeepEqualTo(theirs);
    }

    static Stream<Coding> smallCodes() {
        return Stream.of("rs(1,2)", "rs(2,1)", "rs(2,2)", "rs(3,2)", "rs(4,3)", "rs(6,3)")
                .map(Coding::parse);
    }

    @ParameterizedTest
    @MethodSource("smallCodes")
    void everyShardFollowsFromEveryChoiceOfEnoughOthers(Coding coding) {
        int n = coding.fragments();
        int k = coding.dataFragments();
        ErasureCode code = ErasureCode.of(coding);
        byte[][] shards = randomShards(new Random(k), k, n - k, 101);
        code.encode(shards, 0, 101);
        for (int[] sources : choices(n, k)) {
            int[] wanted = IntStream.range(0, n).toArray();
            byte[][] rebuilt = new byte[n][101];
            byte[][] given = IntStream.of(sources).mapToObj(i -> shards[i]).toArray(byte[][]::new);
            code.reconstruction(sources, wanted).apply(given, rebuilt, 0, 101);
            assertThat(rebuilt).as("from %s", sources).isDeepEqualTo(shards);
        }
    }

    @Test
    void decodableMeansAtLeastKDifferentShards() {
        ErasureCode code = ErasureCode.of(Coding.parse("rs(3,2)"));
        for (int subset = 0; subset < 1 << 5; subset++) {
            int bits = subset;
            Set<Integer> shards =
                    IntStream.range(0, 5)
                            .filter(i -> (bits >> i & 1) == 1)
                            .boxed()
                            .collect(Collectors.toSet());
            assertThat(code.isDecodable(shards)).isEqualTo(shards.size() >= 3);
        }
        assertThat(code.isDecodable(Set.of(1, 2, 7))).isFalse();
    }

    @Test
    void aCodeWithoutParityEncodesNothing() {
        byte[][] shards = {{1, 2}, {3, 4}};
        ErasureCode.of(Coding.parse("rs(2,0)")).encode(shards, 0, 2);
        assertThat(shards).isDeepEqualTo(new byte[][] {{1, 2}, {3, 4}});
    }

    @Test
    void tooFewOrRepeatedSourcesAreRefused() {
        ErasureCode code = ErasureCode.of(Coding.parse("rs(2,1)"));
        assertThatThrownBy(() -> code.reconstruction(new int[] {1}, new int[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> code.reconstruction(new int[] {1, 1}, new int[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<int[]> choices(int n, int k) {
        List<int[]> found = new ArrayList<>();
        for (int subset = 0; subset < 1 << n; subset++) {
            int bits = subset;
            if (Integer.bitCount(bits) == k) {
                found.add(IntStream.range(0, n).filter(i -> (bits >> i & 1) == 1).toArray());
            }
        }
        return found;
    }

    private static byte[][] randomShards(RandomGenerator random, int k, int m, int length) {
        byte[][] shards = new byte[k + m][length];
        for (int i = 0; i < k; i++) {
            random.nextBytes(shards[i]);
        }
        return shards;
    }

    private static byte[][] copyOf(byte[][] shards) {
        return Stream.of(shards).map(byte[]::clone).toArray(byte[][]::new);
    }
}
