package io.giza.simulation.undecided;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** What no client had an answer of happens soon or never. */
class UndecidedSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "4, 50", "5, 50"})
    void nothingOfUnknownOutcomeHappensAfterItsTime(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        UndecidedScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "delete Done",
                            "late get Found",
                            "late get Absent");
        }
    }
}
