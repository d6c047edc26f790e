package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.Coding;
import io.giza.model.Coding.LocalReconstruction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class LocalReconstructionCodeTest {
    private static final int BYTES = 5;

    /** Returns every scheme there is. */
    static Stream<LocalReconstruction> schemes() {
        int most = LocalReconstruction.MOST_FRAGMENTS;
        return IntStream.range(0, most * most * 2)
                .mapToObj(i -> new int[] {i / (2 * most), i / 2 % most, 1 + i % 2})
                .filter(p -> p[1] >= 2 && p[0] >= 2 * p[1] && p[0] % p[1] == 0)
                .filter(p -> p[0] + p[1] + p[2] <= most)
                .map(p -> new LocalReconstruction(p[0], p[1], p[2]));
    }

    /** Fewer than k fragments decode nothing, so greater losses need not be tried. */
    @ParameterizedTest
    @MethodSource("schemes")
    void exactlyTheLossesThatAnyCodeOfThisShapeCouldMakeUpForDecode(LocalReconstruction scheme) {
        ErasureCode code = ErasureCode.of(scheme);
        Rank rank = new Rank(scheme);
        int n = scheme.fragments();
        int k = scheme.dataFragments();
        for (int lost = 0; lost < 1 << n; lost++) {
            if (Integer.bitCount(lost) <= n - k) {
                Set<Integer> there = set(n, ~lost);
                boolean decodes = couldDecode(scheme, lost);
                if (code.isDecodable(there) != decodes || (rank.of(there) == k) != decodes) {
                    throw new AssertionError(
                            scheme
                                    + " without "
                                    + set(n, lost)
                                    + ": could decode "
                                    + decodes
                                    + ", rank "
                                    + rank.of(there));
                }
            } else if (couldDecode(scheme, lost)) {
                throw new AssertionError(scheme + " without " + set(n, lost));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void whatDecodesComesBackByteForByte(LocalReconstruction scheme) {
        int n = scheme.fragments();
        ErasureCode code = ErasureCode.of(scheme);
        byte[][] shards = encoded(code, n);
        // Of the widest codes, which have a hundred thousands of losses, some.
        int step = n - scheme.dataFragments() <= 4 ? 1 : 61;
        int seen = 0;
        for (int lost = 1; lost < 1 << n; lost++) {
            if (Integer.bitCount(lost) > n - scheme.dataFragments() || seen++ % step != 0) {
                continue;
            }
            Map<Integer, Long> costs =
                    set(n, ~lost).stream().collect(Collectors.toMap(i -> i, i -> 1L));
            Set<Integer> wanted = set(n, lost);
            Optional<Set<Integer>> sources = DecodePlan.cheapest(code, wanted, costs);
            if (sources.isPresent() != couldDecode(scheme, lost)) {
                throw new AssertionError(scheme + " without " + wanted + " from " + sources);
            }
            sources.ifPresent(from -> assertRebuilt(code, shards, from, wanted));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'lrc(6,2,2)', 3, 120, 120",
        "'lrc(6,2,2)', 4, 180, 210",
        "'lrc(6,2,2)', 5, 0, 252",
        "'lrc(12,2,2)', 3, 560, 560",
        "'lrc(12,2,2)', 4, 1568, 1820",
        "'lrc(12,4,2)', 6, 7808, 18564"
    })
    void soManyOfAllLossesDecode(String text, int losses, long decodable, long all) {
        Coding coding = Coding.parse(text);
        int n = coding.fragments();
        ErasureCode code = ErasureCode.of(coding);
        IntPredicate ofThisSize = lost -> Integer.bitCount(lost) == losses;
        assertThat(IntStream.range(0, 1 << n).filter(ofThisSize).count()).isEqualTo(all);
        assertThat(
                        IntStream.range(0, 1 << n)
                                .filter(ofThisSize)
                                .filter(lost -> code.isDecodable(set(n, ~lost)))
                                .count())
                .isEqualTo(decodable);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void oneMoreThanTheGlobalParitiesMayBeAnyFragments(LocalReconstruction scheme) {
        int n = scheme.fragments();
        assertThat(scheme.toleratedLosses()).isEqualTo(scheme.globalParities() + 1);
        assertThat(
                        IntStream.range(0, 1 << n)
                                .filter(lost -> Integer.bitCount(lost) <= scheme.toleratedLosses())
                                .allMatch(lost -> couldDecode(scheme, lost)))
                .isTrue();
        assertThat(
                        IntStream.range(0, 1 << n)
                                .filter(
                                        lost ->
                                                Integer.bitCount(lost)
                                                        == scheme.toleratedLosses() + 1)
                                .allMatch(lost -> couldDecode(scheme, lost)))
                .isFalse();
    }

    @Test
    void theCoefficientsAreThePapers() {
        int[][] rows =
                GeneratorMatrix.localReconstruction(new LocalReconstruction(6, 2, 2))
                        .coefficients();
        assertThat(rows[6]).containsExactly(1, 1, 1, 0, 0, 0);
        assertThat(rows[7]).containsExactly(0, 0, 0, 1, 1, 1);
        assertThat(rows[8]).containsExactly(0x10, 0x20, 0x30, 1, 2, 3);
        assertThat(rows[9])
                .containsExactly(
                        Arrays.stream(rows[8]).map(each -> GaloisField.power(each, 2)).toArray());
    }

    @Test
    void aFragmentIsTheExclusiveOrOfTheOthersOfItsGroup() {
        ErasureCode code = ErasureCode.of(Coding.parse("lrc(6,2,2)"));
        byte[][] shards = encoded(code, 10);
        for (int i = 0; i < BYTES; i++) {
            assertThat(shards[6][i]).isEqualTo((byte) (shards[0][i] ^ shards[1][i] ^ shards[2][i]));
            assertThat(shards[7][i]).isEqualTo((byte) (shards[3][i] ^ shards[4][i] ^ shards[5][i]));
        }
        assertRebuilt(code, shards, Set.of(0, 2, 6), Set.of(1));
    }

    @Test
    void bytesOutsideOfTheRangeAreLeftAlone() {
        ErasureCode code = ErasureCode.of(Coding.parse("lrc(4,2,1)"));
        byte[][] shards = encoded(code, 7);
        byte[][] rebuilt = new byte[1][BYTES];
        code.reconstruction(new int[] {1, 4}, new int[] {0})
                .apply(new byte[][] {shards[1], shards[4]}, rebuilt, 1, 3);
        assertThat(rebuilt[0]).containsExactly(0, shards[0][1], shards[0][2], shards[0][3], 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lrc(6,1,2)",
                "lrc(6,0,2)",
                "lrc(7,2,2)",
                "lrc(2,2,2)",
                "lrc(0,2,2)",
                "lrc(6,2,3)",
                "lrc(6,2,0)",
                "lrc(18,2,2)",
                "lrc(255,255,255)"
            })
    void otherParametersAreRefusedWithTheReasonAndWhatWorks(String text) {
        assertThatThrownBy(() -> Coding.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(text + " is not supported: ")
                .hasMessageContaining("such as lrc(4,2,1), lrc(6,2,2), lrc(12,2,2)");
    }

    @Test
    void theTextIsTheSchemes() {
        assertThat(Coding.parse("lrc(12, 2, 2)")).isEqualTo(new LocalReconstruction(12, 2, 2));
        assertThat(schemes()).hasSize(30);
        assertThat(schemes().map(each -> Coding.parse(each.toString())))
                .containsExactlyElementsOf(schemes().map(Coding.class::cast).toList());
        assertThatThrownBy(() -> Coding.parse("lrc(6,2)"))
                .hasMessage("coding 'lrc(6,2)' must read like rs(2,1) or lrc(6,2,2)");
    }

    @Test
    void sourcesThatDoNotDetermineWhatIsWantedAreRefused() {
        ErasureCode code = ErasureCode.of(Coding.parse("lrc(6,2,2)"));
        assertThatThrownBy(() -> code.reconstruction(new int[] {1, 6}, new int[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> code.reconstruction(new int[] {1, 1, 2, 6}, new int[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * Whether there are as many equations as unknowns: each group brings one that its own losses,
     * its parity's included, use up first; the rest is for the global parities that are left.
     */
    private static boolean couldDecode(LocalReconstruction scheme, int lost) {
        int unknown = Integer.bitCount(lost >> (scheme.dataFragments() + scheme.groups()));
        for (List<Integer> group : scheme.localGroups()) {
            int gone = (int) group.stream().filter(i -> (lost >> i & 1) == 1).count();
            unknown += Math.max(0, gone - 1);
        }
        return unknown <= scheme.globalParities();
    }

    private static void assertRebuilt(
            ErasureCode code, byte[][] shards, Set<Integer> sources, Set<Integer> wanted) {
        int[] from = sources.stream().mapToInt(i -> i).toArray();
        int[] what = wanted.stream().mapToInt(i -> i).toArray();
        byte[][] given = IntStream.of(from).mapToObj(i -> shards[i]).toArray(byte[][]::new);
        byte[][] rebuilt = new byte[what.length][BYTES];
        code.reconstruction(from, what).apply(given, rebuilt, 0, BYTES);
        for (int i = 0; i < what.length; i++) {
            if (!Arrays.equals(rebuilt[i], shards[what[i]])) {
                throw new AssertionError(code.coding() + ": " + what[i] + " from " + sources);
            }
        }
    }

    private static byte[][] encoded(ErasureCode code, int n) {
        Random random = new Random(n);
        byte[][] shards = new byte[n][BYTES];
        for (byte[] shard : shards) {
            random.nextBytes(shard);
        }
        code.encode(shards, 0, BYTES);
        return shards;
    }

    private static Set<Integer> set(int n, int bits) {
        return IntStream.range(0, n)
                .filter(i -> (bits >> i & 1) == 1)
                .boxed()
                .collect(Collectors.toSet());
    }
}
