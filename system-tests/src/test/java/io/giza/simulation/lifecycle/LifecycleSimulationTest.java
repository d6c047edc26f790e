package io.giza.simulation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Workers that execute lifecycles among clients: what is due ends, and nothing else does. */
class LifecycleSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "5, 30"})
    void whatIsDueEndsAndNothingElseDoes(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        LifecycleScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "delete Done",
                            "part Stored",
                            "complete Completed",
                            "looked KEPT",
                            "looked EXPIRED",
                            "looked PENDING",
                            "expired CURRENT",
                            "expired NONCURRENT",
                            "expired MARKER",
                            "expired UPLOAD");
        }
    }
}
