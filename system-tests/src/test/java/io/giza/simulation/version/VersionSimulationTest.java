package io.giza.simulation.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** Versions that are put, read, deleted, given up and collected, while owners stand still. */
class VersionSimulationTest {
    @Test
    void versionThatWasCollectedDuringAReadIsNotPassedOver() {
        Seeds.simulate(
                20,
                simulation -> ReadDuringCollectionScenario.run(simulation, Protocol.PRODUCTION));
    }

    @Test
    void versionThatWasShownThoughSomethingIsOutOfReachIsNotGivenUp() {
        Seeds.simulate(
                20, simulation -> AbandonAfterReadScenario.run(simulation, Protocol.PRODUCTION));
    }

    @Test
    void poisonOlderThanTheDecisionThatItIsForStays() {
        Seeds.simulate(
                20, simulation -> PoisonRetentionScenario.run(simulation, Protocol.PRODUCTION));
    }

    @Test
    void versionsInLocalGroupsAreSeenAndGivenUpByWhatDecodes() {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                60,
                simulation ->
                        VersionScenario.run(
                                        simulation,
                                        Deployment.local("lrc(4,2,1)"),
                                        Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "get Found",
                            "abandonment Deleted",
                            "abandonment Visible");
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 200", "5, 40"})
    void versionsAreReadByTheFoldOfTheirLogAndNoneThatWasShownIsLost(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        VersionScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "get Found",
                            "get Absent",
                            "get version Found",
                            "get version Absent",
                            "get version Marker",
                            "list Page",
                            "list Failed",
                            "delete version Done",
                            "abandonment Deleted",
                            "abandonment Visible",
                            "abandonment Undecided",
                            "collection Collected",
                            "collection NotDeleted",
                            "collection Pending",
                            "review Referenced",
                            "review Removed",
                            "review Young",
                            "review Undecided");
        }
    }
}
