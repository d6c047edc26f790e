package io.giza.gateway.object;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which data center gets which fragment: as many as there are fragments, those not suspected of
 * being down first, rotated by a hash of the key so that parity spreads over the data centers. The
 * local groups of a code lie in one group of data centers each, a continent, as far as it has
 * enough of them: then the repair of a single fragment does not leave the continent.
 */
final class Placement {
    private Placement() {}

    /**
     * Places the fragments of {@code key}.
     *
     * @param candidates the account's data DCs in its order of preference, at least one per
     *     fragment
     * @param continents the group of each data center; those that are not named are of one
     * @param suspected who is taken only where there are not enough others
     */
    static List<DcName> of(
            ObjectKey key,
            Coding coding,
            List<DcName> candidates,
            Map<DcName, String> continents,
            Predicate<DcName> suspected) {
        // Each is looked at once, since it may change meanwhile; the preference stays among either.
        Map<Boolean, List<DcName>> bySuspicion =
                candidates.stream().collect(Collectors.partitioningBy(suspected));
        List<DcName> ranked = new ArrayList<>(Objects.requireNonNull(bySuspicion.get(false)));
        ranked.addAll(Objects.requireNonNull(bySuspicion.get(true)));
        List<DcName> placed = new ArrayList<>(ranked.subList(0, coding.fragments()));
        placed.sort((left, right) -> candidates.indexOf(left) - candidates.indexOf(right));
        int hash = 31 * key.bucket().value().hashCode() + key.name().hashCode();
        Collections.rotate(placed, Math.floorMod(hash, coding.fragments()));
        return grouped(coding, placed, continents, Math.floorDiv(hash, coding.fragments()));
    }

    /** Keeps the order but for the local groups, which take their continents', rotated, first. */
    private static List<DcName> grouped(
            Coding coding, List<DcName> dcs, Map<DcName, String> continents, int hash) {
        Map<String, List<DcName>> left = new LinkedHashMap<>();
        for (DcName dc : dcs) {
            left.computeIfAbsent(continents.getOrDefault(dc, ""), _ -> new ArrayList<>()).add(dc);
        }
        left.values().forEach(each -> Collections.rotate(each, Math.floorMod(hash, each.size())));
        Map<Integer, DcName> placed = new LinkedHashMap<>();
        for (List<Integer> group : coding.localGroups()) {
            List<DcName> members = take(left, group.size());
            IntStream.range(0, group.size()).forEach(i -> placed.put(group.get(i), members.get(i)));
        }
        Iterator<DcName> others =
                dcs.stream().filter(dc -> !placed.containsValue(dc)).toList().iterator();
        IntStream.range(0, coding.fragments())
                .filter(i -> !placed.containsKey(i))
                .forEach(i -> placed.put(i, others.next()));
        return IntStream.range(0, coding.fragments())
                .mapToObj(i -> Objects.requireNonNull(placed.get(i)))
                .toList();
    }

    /** Takes from the continent with most data centers left, and on from the next if need be. */
    private static List<DcName> take(Map<String, List<DcName>> left, int count) {
        List<DcName> taken = new ArrayList<>();
        while (taken.size() < count) {
            List<DcName> most = Collections.max(left.values(), Comparator.comparing(List::size));
            List<DcName> part = most.subList(0, Math.min(count - taken.size(), most.size()));
            taken.addAll(part);
            part.clear();
        }
        return taken;
    }
}
