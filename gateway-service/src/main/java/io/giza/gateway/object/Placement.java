package io.giza.gateway.object;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which data center gets which fragment: as many as there are fragments, those not suspected of
 * being down first, rotated by a hash of the key so that parity spreads over the data centers.
 */
final class Placement {
    private Placement() {}

    /**
     * Places {@code fragments} fragments of {@code key}.
     *
     * @param candidates the account's data DCs in its order of preference, at least one per
     *     fragment
     * @param suspected who is taken only where there are not enough others
     */
    static List<DcName> of(
            ObjectKey key, List<DcName> candidates, int fragments, Predicate<DcName> suspected) {
        List<DcName> ranked = new ArrayList<>(candidates);
        // The sort is stable: among the suspected and among the others the preference stays.
        ranked.sort((left, right) -> Boolean.compare(suspected.test(left), suspected.test(right)));
        List<DcName> placed = new ArrayList<>(ranked.subList(0, fragments));
        placed.sort((left, right) -> candidates.indexOf(left) - candidates.indexOf(right));
        int hash = 31 * key.bucket().value().hashCode() + key.name().hashCode();
        Collections.rotate(placed, Math.floorMod(hash, fragments));
        return List.copyOf(placed);
    }
}
