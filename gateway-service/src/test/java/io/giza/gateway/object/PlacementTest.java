package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

class PlacementTest {
    private static final List<DcName> FIVE =
            List.of("a", "b", "c", "d", "e").stream().map(DcName::new).toList();

    @Test
    void thePreferredDataCentersAreTakenInTheirOrderButRotated() {
        List<DcName> placed = Placement.of(key("x"), FIVE, 3, dc -> false);
        assertThat(placed).containsExactlyInAnyOrderElementsOf(FIVE.subList(0, 3));
        int first = FIVE.indexOf(placed.getFirst());
        assertThat(FIVE.indexOf(placed.get(1))).isEqualTo((first + 1) % 3);
    }

    @Test
    void aSuspectedDataCenterIsReplacedByASpareOne() {
        Predicate<DcName> suspected = dc -> dc.equals(new DcName("b"));
        assertThat(Placement.of(key("x"), FIVE, 3, suspected))
                .containsExactlyInAnyOrder(new DcName("a"), new DcName("c"), new DcName("d"));
    }

    @Test
    void theSuspectedAreTakenWhereThereAreNoOthers() {
        assertThat(Placement.of(key("x"), FIVE, 5, dc -> true))
                .containsExactlyInAnyOrderElementsOf(FIVE);
    }

    @Test
    void parityFallsToEachDataCenterAboutEquallyOften() {
        Map<DcName, Integer> parity = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            DcName last = Placement.of(key("key-" + i), FIVE, 3, dc -> false).getLast();
            parity.merge(last, 1, Integer::sum);
        }
        assertThat(parity.values()).hasSize(3).allMatch(count -> count > 800 && count < 1200);
    }

    @Test
    void theSameKeyIsAlwaysPlacedAlike() {
        assertThat(Placement.of(key("x"), FIVE, 3, dc -> false))
                .isEqualTo(Placement.of(key("x"), FIVE, 3, dc -> false));
    }

    private static ObjectKey key(String name) {
        return new ObjectKey(new BucketId(new UUID(1, 2)), name);
    }
}
