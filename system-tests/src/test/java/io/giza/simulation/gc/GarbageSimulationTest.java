package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Garbage collection workers among clients: nothing is lost, and nothing is left. */
class GarbageSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "5, 30"})
    void nothingIsLostAndNothingIsLeft(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        GarbageScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "delete Done",
                            "row CLEAN",
                            "row CLEANED",
                            "row PENDING",
                            "row REMOVED",
                            "fragment Referenced",
                            "fragment Young",
                            "fragment Removed");
        }
    }
}
