package io.giza.standalone.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.giza.model.Coding;
import io.giza.standalone.config.RefusedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

class PlannerTest {
    /** A line: each place is 10 ms from the next. */
    private static final LatencyMatrix LINE =
            LatencyMatrix.parse(
                    "line",
                    """
                    ms,a,b,c,d,e
                    a,0,10,20,30,40
                    b,10,0,10,20,30
                    c,20,10,0,10,20
                    d,30,20,10,0,10
                    e,40,30,20,10,0
                    """);

    private static final Coding RS21 = new Coding.ReedSolomon(2, 1);

    @Test
    void clientsInOnePlaceHaveTheNearestDataCenters() {
        Placement best = best(Map.of(4, 1.0), RS21, 3, 1).getFirst();

        assertThat(best.places()).containsExactlyInAnyOrder("c", "d", "e");
        // All three fragments and a fast quorum of three; one fragment and one row of a neighbour.
        assertThat(best.putP50()).isEqualTo(20);
        assertThat(best.getP50()).isEqualTo(10);
    }

    @Test
    void aClientElsewhereHasItsWayToTheNearestGateway() {
        var question = question(Map.of(0, 1.0), RS21, 3, 1, List.of(2, 3, 4), List.of());

        Placement only = new Planner(question).best(Placement::putP50, 1).getFirst();

        assertThat(only.putP50()).isEqualTo(20 + 20);
        assertThat(only.getP50()).isEqualTo(20 + 10);
    }

    @Test
    void withoutADataCenterAPutIsConfirmedWhereAFastQuorumNeededIt() {
        Placement three = best(Map.of(2, 1.0), RS21, 3, 1).getFirst();
        // One is left, 10 ms away: it is waited for, and asked again.
        assertThat(three.places()).containsExactlyInAnyOrder("b", "c", "d");
        assertThat(three.putAway()).isEqualTo(20);

        Placement four = best(Map.of(2, 1.0), new Coding.ReedSolomon(3, 1), 4, 1).getFirst();
        // Three of four tables are a fast quorum: without b it takes what d and e need.
        assertThat(four.putAway()).isEqualTo(20);
    }

    @Test
    void theSlowestOfManyIsSlowerThanOneOfThem() {
        Placement best = best(Map.of(4, 1.0), RS21, 3, 1.2).getFirst();

        assertThat(best.putP50()).isBetween(20.0, 22.0);
        assertThat(best.putP99()).isBetween(24.0, 27.0);
        assertThat(best.getP99()).isBetween(12.0, 13.0);
    }

    @Test
    void aPlaceThatMustBeChosenIs() {
        var question = question(Map.of(4, 1.0), RS21, 3, 1, List.of(0, 1, 2, 3, 4), List.of(0));

        assertThat(new Planner(question).best(Placement::putP50, 3))
                .allSatisfy(each -> assertThat(each.places()).contains("a"));
    }

    @Test
    void costsFollowFromWhereBytesLieAndWhoSendsThem() {
        Prices prices =
                Prices.parse(
                        """
                        # a remark
                        place, storage, egress, writes, reads
                        c, 0.02, 0.01, 0, 0
                        d, 0.02, 0.05, 0.5, 0.1
                        e, 0.04, 0.10, 0, 0
                        """);
        var question =
                new Planner.Question(
                        LINE,
                        List.of(2, 3, 4),
                        List.of(),
                        List.of(RS21),
                        List.of(3),
                        Map.of(4, 1.0),
                        1,
                        0,
                        new Costs(prices, 4_000_000));

        Placement best = new Planner(question).best(Placement::putP50, 1).getFirst();
        Placement.Cost cost = Objects.requireNonNull(best.cost());

        // Half a TB in each; e sends two halves, and d, the nearer, sends it one back.
        assertThat(cost.month()).isCloseTo(500 * 0.08, within(1e-9));
        assertThat(cost.put()).isCloseTo(1000 * 0.10 + 25 * 3 * 0.5, within(1e-9));
        assertThat(cost.get()).isCloseTo(500 * 0.05 + 25 * 2 * 0.1, within(1e-9));
    }

    @Test
    void tooManyChoicesAreRefusedAtOnce() {
        List<Integer> many = IntStream.range(0, 60).boxed().toList();
        var question =
                new Planner.Question(
                        LINE,
                        many,
                        List.of(),
                        List.of(new Coding.ReedSolomon(6, 3)),
                        List.of(3),
                        Map.of(),
                        1,
                        0,
                        null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Planner(question).best(Placement::putP50, 1))
                .withMessageContaining("choices are too many");
    }

    @Test
    void whatFitsNothingIsSaid() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> best(Map.of(), new Coding.ReedSolomon(6, 3), 3, 1))
                .withMessageContaining("nothing fits");
    }

    /** Two of three tables and of three fragments: all states with two or three data centers. */
    @Test
    void availabilityCountsAllStates() {
        double away = 0.1;
        assertThat(Availability.of(RS21, 3, away))
                .isCloseTo(0.9 * 0.9 * 0.9 + 3 * 0.9 * 0.9 * 0.1, within(1e-12));
        assertThat(Availability.of(new Coding.ReedSolomon(3, 0), 3, away))
                .isCloseTo(0.729, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "place,storage\na,1\n",
                "place,storage,egress,writes,reads\na,1,1,1\n",
                "place,storage,egress,writes,reads\na,1,1,1,x\n",
                "place,storage,egress,writes,reads\na,1,1,1,-1\n",
                "place,storage,egress,writes,reads\na,1,1,1,1\na,1,1,1,1\n"
            })
    void pricesThatAreNoneAreRefused(String text) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Prices.parse(text))
                .withMessageStartingWith("--prices");
    }

    private static List<Placement> best(
            Map<Integer, Double> clients, Coding coding, int tables, double tail) {
        var question = question(clients, coding, tables, tail, List.of(0, 1, 2, 3, 4), List.of());
        return new Planner(question).best(placement -> placement.putP50() + placement.getP50(), 3);
    }

    private static Planner.Question question(
            Map<Integer, Double> clients,
            Coding coding,
            int tables,
            double tail,
            List<Integer> among,
            List<Integer> always) {
        return new Planner.Question(
                LINE, among, always, List.of(coding), List.of(tables), clients, tail, 0.001, null);
    }
}
