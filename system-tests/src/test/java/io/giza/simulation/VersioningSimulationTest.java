package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** The versioning of a bucket is changed while objects are put and deleted. */
class VersioningSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 100", "5, 20"})
    void whatBeginsAfterAChangeWasToldOfGoesByIt(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        VersioningScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "change Changed",
                            "get Found",
                            "PUT NULL",
                            "PUT VERSIONED",
                            "MARKER NULL",
                            "MARKER VERSIONED",
                            "MARKER REMOVAL");
        }
    }
}
