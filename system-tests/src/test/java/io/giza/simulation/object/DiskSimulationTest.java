package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.consensus.ConsensusScenario;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Tables and fragment stores that lose power, tear a write and fail to force another. */
class DiskSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 100", "4, 40", "5, 40"})
    void whatWasAnsweredOutlivesEveryRestart(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ConsensusScenario.runOnDisks(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            // A simulation in which nothing of note happens proves nothing.
            assertThat(ends)
                    .containsKeys(
                            "FAST",
                            "CLASSIC",
                            "HELPED",
                            "unknown",
                            "restarted",
                            "older disk refused");
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 25", "5, 5"})
    void whatIsAcknowledgedOrReadOutlivesEveryRestartOfItsStores(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ObjectScenario.runOnDisks(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys("put Stored", "get Found", "get Absent", "get Unavailable");
            assertThat(ends.get("restarted")).isPositive();
        }
    }

    @Test
    void anOlderCopyOfADiskOfFragmentsIsNotServed() {
        Seeds.simulate(
                20,
                simulation ->
                        RestoredFragmentDiskScenario.areNotServed(simulation, Protocol.PRODUCTION));
    }
}
