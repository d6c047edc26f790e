package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.bucket.BucketScenario;
import io.giza.simulation.bucket.PutDuringBucketDeletionScenario;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.listing.ListingScenario;
import io.giza.simulation.object.ObjectScenario;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/**
 * Puts, copies, gets, deletes and lists of several gateways: linearizable, durable, whatever fails.
 */
class ObjectSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "4, 30", "5, 30"})
    void objectsAreLinearizableAndNoAcknowledgedOneIsLost(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ObjectScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put OutcomeUnknown",
                            "put PreconditionFailed",
                            "get Found",
                            "get Absent",
                            "get Unavailable",
                            "copy Stored",
                            "copy NoSource",
                            "repeated copy Stored",
                            "delete Done",
                            "list Page");
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 50", "4, 15"})
    void objectsWithSpareDataCentersAreLinearizableAndNoAcknowledgedOneIsLost(
            int dataCenters, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ObjectScenario.run(
                                        simulation,
                                        Deployment.spare("rs(2,1)", dataCenters),
                                        Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends).containsKeys("put Stored", "put OutcomeUnknown", "get Found");
        }
    }

    @ParameterizedTest
    @CsvSource({"'lrc(4,2,1)', 30", "'lrc(6,2,2)', 15"})
    void objectsInLocalGroupsAreLinearizableAndNoAcknowledgedOneIsLost(String coding, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ObjectScenario.run(
                                        simulation, Deployment.local(coding), Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys("put Stored", "put OutcomeUnknown", "get Found", "get Absent");
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 75", "5, 20"})
    void everyPageReflectsWhatWasAcknowledgedBeforeItWasAskedFor(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ListingScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "delete Done",
                            "list Page",
                            "list Unavailable",
                            "page of 1",
                            "page of 3",
                            "page of 1000");
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 150", "5, 30"})
    void acknowledgedPutIsNeverInADeletedBucket(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        BucketScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "create Created",
                            "delete Deleted",
                            "delete NotEmpty",
                            "put Stored",
                            "put NoSuchBucket",
                            "put OutcomeUnknown",
                            "get Found",
                            "list Page",
                            "list NoSuchBucket",
                            "find Absent");
        }
    }

    @Test
    void objectThatCameTooLateIsNotShownWhileItsBucketIsDeleted() {
        Seeds.simulate(
                20,
                simulation ->
                        PutDuringBucketDeletionScenario.getHidesLatePut(
                                simulation, Protocol.PRODUCTION));
    }

    @Test
    void objectThatCameTooLateIsNotListedWhileItsBucketIsDeleted() {
        Seeds.simulate(
                20,
                simulation ->
                        PutDuringBucketDeletionScenario.listingHidesLatePut(
                                simulation, Protocol.PRODUCTION));
    }

    @Test
    void objectIsFoundThoughADataCenterNeverLearnsThatItsBucketIsDeleted() {
        Seeds.simulate(
                20,
                simulation ->
                        PutDuringBucketDeletionScenario.scanReachesDeletion(
                                simulation, Protocol.PRODUCTION));
    }
}
