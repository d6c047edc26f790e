package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class PlacementTest {
    private static final List<DcName> FIVE =
            List.of("a", "b", "c", "d", "e").stream().map(DcName::new).toList();

    @Test
    void thePreferredDataCentersAreTakenInTheirOrderButRotated() {
        List<DcName> placed = placed(key("x"), "rs(2,1)", dc -> false);
        assertThat(placed).containsExactlyInAnyOrderElementsOf(FIVE.subList(0, 3));
        int first = FIVE.indexOf(placed.getFirst());
        assertThat(FIVE.indexOf(placed.get(1))).isEqualTo((first + 1) % 3);
    }

    @Test
    void aSuspectedDataCenterIsReplacedByASpareOne() {
        Predicate<DcName> suspected = dc -> dc.equals(new DcName("b"));
        assertThat(placed(key("x"), "rs(2,1)", suspected))
                .containsExactlyInAnyOrder(new DcName("a"), new DcName("c"), new DcName("d"));
    }

    /** Another put may find out meanwhile who does not answer. */
    @Test
    void eachDataCenterIsLookedAtOnce() {
        Map<DcName, Integer> looks = new HashMap<>();
        placed(
                key("x"),
                "rs(2,1)",
                dc -> {
                    looks.merge(dc, 1, Integer::sum);
                    return false;
                });
        assertThat(looks).hasSize(FIVE.size());
        assertThat(looks.values()).containsOnly(1);
    }

    @Test
    void theSuspectedAreTakenWhereThereAreNoOthers() {
        assertThat(placed(key("x"), "rs(4,1)", dc -> true))
                .containsExactlyInAnyOrderElementsOf(FIVE);
    }

    @Test
    void parityFallsToEachDataCenterAboutEquallyOften() {
        Map<DcName, Integer> parity = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            DcName last = placed(key("key-" + i), "rs(2,1)", dc -> false).getLast();
            parity.merge(last, 1, Integer::sum);
        }
        assertThat(parity.values()).hasSize(3).allMatch(count -> count > 800 && count < 1200);
    }

    @Test
    void theSameKeyIsAlwaysPlacedAlike() {
        assertThat(placed(key("x"), "rs(2,1)", dc -> false))
                .isEqualTo(placed(key("x"), "rs(2,1)", dc -> false));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
    void aLocalGroupStaysOnOneContinentWhereThatHasEnoughDataCenters(int number) {
        Coding coding = Coding.parse("lrc(6,2,2)");
        List<DcName> dcs = IntStream.range(0, 10).mapToObj(i -> new DcName("dc" + i)).toList();
        Map<DcName, String> continents = new HashMap<>();
        // Continents of 5, 4 and 1, in no order.
        String[] shuffled = {"eu", "us", "us", "eu", "jp", "eu", "us", "eu", "us", "eu"};
        dcs.forEach(dc -> continents.put(dc, shuffled[dcs.indexOf(dc)]));

        List<DcName> placed =
                Placement.of(key("key-" + number), coding, dcs, continents, dc -> false);

        assertThat(placed).containsExactlyInAnyOrderElementsOf(dcs);
        assertThat(coding.localGroups())
                .allSatisfy(
                        group ->
                                assertThat(group.stream().map(placed::get).map(continents::get))
                                        .containsOnly(continents.get(placed.get(group.get(0)))));
    }

    @Test
    void aLocalGroupSpansContinentsWhereNoneHasEnoughDataCenters() {
        List<DcName> dcs = IntStream.range(0, 7).mapToObj(i -> new DcName("dc" + i)).toList();
        Map<DcName, String> continents =
                dcs.stream().collect(Collectors.toMap(dc -> dc, dc -> "on-" + dc));
        assertThat(Placement.of(key("x"), Coding.parse("lrc(4,2,1)"), dcs, continents, dc -> false))
                .containsExactlyInAnyOrderElementsOf(dcs);
    }

    @Test
    void parityOfLocalGroupsFallsToEachDataCenterOfTheContinentAboutEquallyOften() {
        Coding coding = Coding.parse("lrc(6,2,2)");
        List<DcName> dcs = IntStream.range(0, 10).mapToObj(i -> new DcName("dc" + i)).toList();
        Map<DcName, String> continents =
                dcs.stream()
                        .collect(
                                Collectors.toMap(
                                        dc -> dc,
                                        dc -> dc.value().compareTo("dc5") < 0 ? "eu" : "us"));
        Map<DcName, Integer> parity = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            List<DcName> placed =
                    Placement.of(key("key-" + i), coding, dcs, continents, dc -> false);
            placed.subList(6, 10).forEach(dc -> parity.merge(dc, 1, Integer::sum));
        }
        assertThat(parity.values()).hasSize(10).allMatch(count -> count > 900 && count < 1500);
    }

    private static List<DcName> placed(ObjectKey key, String coding, Predicate<DcName> suspected) {
        return Placement.of(key, Coding.parse(coding), FIVE, Map.of(), suspected);
    }

    private static ObjectKey key(String name) {
        return new ObjectKey(new BucketId(new UUID(1, 2)), name);
    }
}
