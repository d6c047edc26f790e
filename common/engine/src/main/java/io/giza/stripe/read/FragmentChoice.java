package io.giza.stripe.read;

import io.giza.erasure.DecodePlan;
import io.giza.erasure.ErasureCode;
import io.giza.replica.Nearness;
import io.giza.stripe.VersionFragments;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which fragments one part of a read asks, by what they cost and what is known against them: those
 * that decode the shards that are wanted at the least cost, given those that are open. Fragments
 * are named by their index.
 */
final class FragmentChoice {
    private final VersionFragments target;
    private final ReadPlan plan;
    private final ErasureCode code;
    private final Set<Integer> wanted;
    private final FragmentCosts costs;

    FragmentChoice(VersionFragments target, Nearness nearness, ReadPlan plan) {
        this.target = target;
        this.plan = plan;
        code = ErasureCode.of(target.layout().coding());
        wanted = plan.wanted();
        costs = new FragmentCosts(target, nearness, plan.spanLength(plan.firstStripe()));
    }

    ErasureCode code() {
        return code;
    }

    Set<Integer> wanted() {
        return wanted;
    }

    void noteDelay(int index) {
        costs.noteDelay(index);
    }

    void noteFault(int index, FragmentFault fault, long stripe) {
        costs.noteFault(index, fault, stripe);
    }

    /** Returns which fragments are still needed beside those that are open, which cost nothing. */
    Set<Integer> needed(Set<Integer> open, long stripe) {
        Map<Integer, Long> known = candidates(open, stripe);
        open.forEach(index -> known.put(index, 0L));
        return missing(open, known);
    }

    /**
     * Returns as many more as make up for the dearest of the open ones, one each. Where one
     * fragment can only be made up for by several, that is left to hedging.
     */
    Set<Integer> spares(Set<Integer> open, long stripe, int most) {
        List<Integer> dearest =
                open.stream()
                        .sorted(Comparator.<Integer>comparingLong(costs::of).reversed())
                        .toList();
        for (int count = Math.min(most, dearest.size()); count > 0; count--) {
            Map<Integer, Long> known = candidates(open, stripe);
            dearest.subList(count, dearest.size()).forEach(index -> known.put(index, 0L));
            Set<Integer> more = missing(open, known);
            if (!more.isEmpty() && more.size() <= most) {
                return more;
            }
        }
        return Set.of();
    }

    /**
     * Returns which others to ask beside the open ones that are late.
     *
     * @param expected the open ones that are not: they cost nothing
     */
    Set<Integer> beside(Set<Integer> open, Set<Integer> expected, long stripe) {
        Map<Integer, Long> known = candidates(open, stripe);
        open.forEach(index -> known.put(index, expected.contains(index) ? 0 : costs.of(index)));
        return missing(open, known);
    }

    /** Tells whether these fragments decode what is wanted. */
    boolean suffices(Set<Integer> indices) {
        return DecodePlan.suffices(code, wanted, indices);
    }

    /** Tells whether those that are open, with all that may still be asked, decode it. */
    boolean canSuffice(Set<Integer> open, long stripe) {
        Set<Integer> remaining = new HashSet<>(open);
        remaining.addAll(candidates(open, stripe).keySet());
        return suffices(remaining);
    }

    /** Returns the cheapest of some fragments that decode these shards; empty if none do. */
    Optional<Set<Integer>> cheapest(Set<Integer> indices, Set<Integer> shards) {
        Map<Integer, Long> known = new HashMap<>();
        indices.forEach(index -> known.put(index, costs.of(index)));
        return DecodePlan.cheapest(code, shards, known);
    }

    private Set<Integer> missing(Set<Integer> open, Map<Integer, Long> known) {
        return DecodePlan.cheapest(code, wanted, known).orElse(Set.of()).stream()
                .filter(index -> !open.contains(index))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What each fragment costs that is not being read and may still be asked. */
    private Map<Integer, Long> candidates(Set<Integer> open, long stripe) {
        Map<Integer, Long> candidates = new HashMap<>();
        IntStream.range(0, target.stores().size())
                .filter(index -> !open.contains(index))
                .filter(index -> !plan.fragment().equals(OptionalInt.of(index)))
                .filter(index -> costs.isUsable(index, stripe))
                .forEach(index -> candidates.put(index, costs.of(index)));
        return candidates;
    }
}
