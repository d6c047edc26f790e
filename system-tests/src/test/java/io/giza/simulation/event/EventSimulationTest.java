package io.giza.simulation.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** A webhook is told of all that was acknowledged, and of nothing that is not chosen. */
class EventSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 75", "5, 15"})
    void allThatWasAcknowledgedIsToldAndNothingElse(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        EventScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "put PreconditionFailed",
                            "put again Stored",
                            "delete Done",
                            "complete Completed",
                            "event SENT",
                            "event FAILED",
                            "event DROPPED");
        }
    }
}
