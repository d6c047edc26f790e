package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class DecodePlanTest {
    private static final List<String> SCHEMES =
            List.of("lrc(4,2,1)", "lrc(4,2,2)", "lrc(6,2,2)", "lrc(6,3,1)", "rs(3,2)", "rs(1,2)");

    static LongStream seeds() {
        return LongStream.range(0, 120);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noSetOfShardsIsCheaperThanThePlan(long seed) {
        Random random = new Random(seed);
        Coding coding = Coding.parse(SCHEMES.get((int) (seed % SCHEMES.size())));
        ErasureCode code = ErasureCode.of(coding);
        Map<Integer, Long> costs = new HashMap<>();
        Set<Integer> wanted = new HashSet<>();
        int reachable = 2 + random.nextInt(5);
        boolean alike = random.nextBoolean();
        for (int i = 0; i < coding.fragments(); i++) {
            if (random.nextInt(6) < reachable) {
                costs.put(i, alike ? 1L : random.nextInt(20));
            }
            if (random.nextInt(3) == 0) {
                wanted.add(i);
            }
        }

        Optional<Set<Integer>> plan = DecodePlan.cheapest(code, wanted, costs);

        OptionalLong least = leastCost(coding, wanted, costs);
        assertThat(plan.isPresent()).isEqualTo(least.isPresent());
        assertThat(DecodePlan.suffices(code, wanted, costs.keySet())).isEqualTo(plan.isPresent());
        if (plan.isPresent()) {
            assertThat(costs.keySet()).containsAll(plan.get());
            assertThat(determines(new Rank(coding), plan.get(), wanted)).isTrue();
            assertThat(plan.get().stream().mapToLong(costs::get).sum())
                    .isEqualTo(least.getAsLong());
        }
    }

    @Test
    void aSingleLostFragmentIsReadFromItsGroupAlone() {
        ErasureCode code = ErasureCode.of(Coding.parse("lrc(12,2,2)"));
        for (int lost = 0; lost < 14; lost++) {
            Set<Integer> sources = DecodePlan.cheapest(code, Set.of(lost), without(lost)).get();
            Set<Integer> group =
                    lost < 6 || lost == 12
                            ? Set.of(0, 1, 2, 3, 4, 5, 12)
                            : Set.of(6, 7, 8, 9, 10, 11, 13);
            assertThat(sources).hasSize(6).doesNotContain(lost).isSubsetOf(group);
        }
        for (int lost : new int[] {14, 15}) {
            assertThat(DecodePlan.cheapest(code, Set.of(lost), without(lost)).get()).hasSize(12);
        }
    }

    @Test
    void reedSolomonReadsTheNearestK() {
        ErasureCode code = ErasureCode.of(Coding.parse("rs(3,2)"));
        Map<Integer, Long> costs = Map.of(0, 50L, 1, 10L, 2, 40L, 3, 20L, 4, 30L);
        assertThat(DecodePlan.cheapest(code, Set.of(0, 1, 2), costs)).hasValue(Set.of(1, 3, 4));
        assertThat(DecodePlan.cheapest(code, Set.of(2), costs)).hasValue(Set.of(2));
    }

    @Test
    void ofEquallyDearSourcesDataComesBeforeParity() {
        ErasureCode code = ErasureCode.of(Coding.parse("lrc(6,2,2)"));
        Map<Integer, Long> costs = without(99);
        costs.keySet().removeIf(i -> i > 9);
        assertThat(DecodePlan.cheapest(code, Set.of(0, 1, 2, 3, 4, 5), costs))
                .hasValue(Set.of(0, 1, 2, 3, 4, 5));
    }

    private static Map<Integer, Long> without(int lost) {
        return IntStream.range(0, 16)
                .filter(i -> i != lost)
                .boxed()
                .collect(Collectors.toMap(i -> i, i -> 1L));
    }

    /** Tries every set of shards that can be reached. */
    private static OptionalLong leastCost(
            Coding coding, Set<Integer> wanted, Map<Integer, Long> costs) {
        Rank rank = new Rank(coding);
        return IntStream.range(0, 1 << coding.fragments())
                .mapToObj(
                        bits ->
                                IntStream.range(0, coding.fragments())
                                        .filter(i -> (bits >> i & 1) == 1)
                                        .boxed()
                                        .collect(Collectors.toSet()))
                .filter(costs.keySet()::containsAll)
                .filter(shards -> determines(rank, shards, wanted))
                .mapToLong(shards -> shards.stream().mapToLong(costs::get).sum())
                .min();
    }

    private static boolean determines(Rank rank, Set<Integer> shards, Set<Integer> wanted) {
        Set<Integer> more = new HashSet<>(shards);
        more.addAll(wanted);
        return rank.of(more) == rank.of(shards);
    }
}
