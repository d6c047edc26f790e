package io.giza.simulation.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Uploads of several gateways at once: an object reads as its parts, and is one version. */
class UploadSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 200", "5, 40"})
    void everyUploadIsOneVersionAtMostAndReadsAsItsParts(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        UploadScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "create Created",
                            "part Stored",
                            "part NoSuchUpload",
                            "complete Completed",
                            "complete InvalidPart",
                            "complete Failed",
                            "completion failed PreconditionFailed",
                            "completion failed OutcomeUnknown",
                            "abort Aborted",
                            "abort Failed",
                            "collection NotDeleted",
                            "get Found")
                    .doesNotContainKey("collection Pending");
        }
    }

    @Test
    void aCompletionThatWasForgottenIsFoundAmongManyLaterVersions() {
        Seeds.simulate(
                20, simulation -> RepeatedCompletionScenario.run(simulation, Protocol.PRODUCTION));
    }
}
