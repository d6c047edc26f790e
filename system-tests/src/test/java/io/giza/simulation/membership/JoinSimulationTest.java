package io.giza.simulation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** A lost data center, its empty replacement, and two epochs at once. */
class JoinSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 300", "4, 100", "5, 100"})
    void whatWasChosenWithALostTableStaysChosenWithTheOneInItsPlace(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        JoinScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "Activated",
                            "Paused",
                            "Committed",
                            "Unknown",
                            "read",
                            "read unavailable",
                            "list");
        }
    }
}
