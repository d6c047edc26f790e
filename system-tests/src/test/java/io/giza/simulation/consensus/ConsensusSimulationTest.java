package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Consensus alone: contending gateways, a bad network, and an oracle that counts the votes. */
class ConsensusSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 400", "4, 100", "5, 100"})
    void gatewaysThatContendAgreeAndTellTheirClientsTheTruth(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ConsensusScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            // A simulation in which nothing of note happens proves nothing.
            assertThat(ends)
                    .containsKeys(
                            "FAST",
                            "CLASSIC",
                            "HELPED",
                            "unknown",
                            "repeated",
                            "withdrawn",
                            "fenced",
                            "read",
                            "read unavailable",
                            "told",
                            "longer");
            assertThat(ends.containsKey("CONFIRM")).isEqualTo(size != 4);
        }
    }
}
