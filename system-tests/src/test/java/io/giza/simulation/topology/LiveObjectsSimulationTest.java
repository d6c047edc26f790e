package io.giza.simulation.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Objects of gateways that take up each epoch of a topology while they work. */
class LiveObjectsSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 50", "5, 15"})
    void objectsAreLinearizableAndKeptThoughTheTopologyMoves(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        LiveObjectsScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "ordered Changed",
                            "ordered Refused",
                            "mistyped Refused",
                            "learned",
                            "rows Activated",
                            "rebuild Whole",
                            "put Stored",
                            "put OutcomeUnknown",
                            "put PreconditionFailed",
                            "late put OutcomeUnknown",
                            "delete Done",
                            "get Found",
                            "list Page",
                            "part Stored",
                            "complete Completed",
                            "up to date at last");
        }
    }
}
