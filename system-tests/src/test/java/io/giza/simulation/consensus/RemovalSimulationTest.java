package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Rows that come and go, and orphans that are settled, while gateways put and delete. */
class RemovalSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 200", "4, 50", "5, 50"})
    void nothingIsLostWithARowAndNoOrphanIsEverChosen(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        RemovalScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            // A simulation in which nothing of note happens proves nothing.
            assertThat(ends)
                    .containsKeys(
                            "put FAST",
                            "put fenced",
                            "put unknown",
                            "in a later generation",
                            "removed",
                            "in use",
                            "incomplete",
                            "settled",
                            "referenced",
                            "unsettled");
        }
    }
}
