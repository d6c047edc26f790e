package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which shards to read for which others: the cheapest that suffice. Pure.
 *
 * <p>Why it is the cheapest. In a maximally recoverable code a shard follows from others only in
 * two ways: from the rest of its local group, or from shards that determine everything. So for each
 * group the wanted shards themselves compete with all but one of the group; and the sum of the
 * groups' winners competes with the cheapest shards that determine everything, which are found by
 * leaving out the dearest that can be done without (the shards of a linear code are a matroid).
 */
public final class DecodePlan {
    private DecodePlan() {}

    /**
     * Returns the cheapest shards from which the wanted ones follow.
     *
     * @param wanted the shards to have
     * @param costs what reading each shard costs that can be reached, 0 or more in any unit
     * @return shards to read, in their order, each a key of {@code costs}; empty if the wanted ones
     *     cannot be had
     */
    public static Optional<Set<Integer>> cheapest(
            ErasureCode code, Set<Integer> wanted, Map<Integer, Long> costs) {
        Optional<Set<Integer>> local = groupwise(code.coding(), wanted, costs);
        Optional<Set<Integer>> whole = everything(code, costs);
        if (local.isEmpty() || whole.isEmpty()) {
            return local.or(() -> whole);
        }
        return cost(local.get(), costs) <= cost(whole.get(), costs) ? local : whole;
    }

    /** Tells whether the wanted shards follow from others. */
    public static boolean suffices(ErasureCode code, Set<Integer> wanted, Set<Integer> shards) {
        Map<Integer, Long> free = shards.stream().collect(Collectors.toMap(i -> i, i -> 0L));
        return groupwise(code.coding(), wanted, free).isPresent() || code.isDecodable(shards);
    }

    /** Returns the cheapest way that reads each wanted shard or the rest of its group. */
    private static Optional<Set<Integer>> groupwise(
            Coding coding, Set<Integer> wanted, Map<Integer, Long> costs) {
        Set<Integer> chosen = new TreeSet<>();
        Set<Integer> elsewhere = new HashSet<>(wanted);
        for (List<Integer> group : coding.localGroups()) {
            Set<Integer> here = new HashSet<>(wanted);
            here.retainAll(group);
            elsewhere.removeAll(group);
            Set<Integer> rest = cheapestOf(group, group.size() - 1, costs);
            boolean direct = costs.keySet().containsAll(here);
            if (!direct && rest.size() < group.size() - 1) {
                return Optional.empty();
            }
            boolean directIsDearer =
                    !direct
                            || (rest.size() == group.size() - 1
                                    && cost(rest, costs) < cost(here, costs));
            chosen.addAll(directIsDearer ? rest : here);
        }
        if (!costs.keySet().containsAll(elsewhere)) {
            return Optional.empty();
        }
        chosen.addAll(elsewhere);
        return Optional.of(chosen);
    }

    private static Optional<Set<Integer>> everything(ErasureCode code, Map<Integer, Long> costs) {
        Set<Integer> kept = new TreeSet<>(costs.keySet());
        if (!code.isDecodable(kept)) {
            return Optional.empty();
        }
        for (int shard : byCost(costs).reversed()) {
            kept.remove(shard);
            if (!code.isDecodable(kept)) {
                kept.add(shard);
            }
        }
        return Optional.of(kept);
    }

    private static Set<Integer> cheapestOf(
            List<Integer> group, int count, Map<Integer, Long> costs) {
        return byCost(costs).stream()
                .filter(group::contains)
                .limit(count)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Equal costs go by index, so that data comes before parity. */
    private static List<Integer> byCost(Map<Integer, Long> costs) {
        return costs.keySet().stream()
                .sorted(Comparator.<Integer>comparingLong(costs::get).thenComparingInt(i -> i))
                .toList();
    }

    private static long cost(Set<Integer> shards, Map<Integer, Long> costs) {
        return shards.stream().mapToLong(costs::get).sum();
    }
}
