package io.giza.simulation.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Two operators, and gateways that take up what they decide while they run. */
class LiveTopologySimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 200", "5, 100"})
    void everyEpochHasOneTopologyAndAllTakeUpTheNewest(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        LiveTopologyScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "Changed",
                            "Superseded",
                            "Refused",
                            "Unavailable",
                            "learned",
                            "Activated",
                            "Committed",
                            "Unknown",
                            "read");
        }
    }
}
