package io.giza.simulation.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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
                            "copy Stored",
                            "PUT UNVERSIONED",
                            "PUT VERSIONED",
                            "MARKER UNVERSIONED",
                            "MARKER VERSIONED",
                            "MARKER HIDDEN_MARKER");
        }
    }

    @Test
    void aReadThatGoesOnToALaterVersionTellsOfNoChangeBeforeItsTime() {
        Seeds.simulate(
                10,
                simulation ->
                        ReadDuringVersioningChangeScenario.run(simulation, Protocol.PRODUCTION));
    }

    @Test
    void whereNobodyAnswersNothingIsNamedThatTellsOfAChange() {
        Seeds.simulate(
                1,
                simulation -> {
                    SimulatedCluster cluster =
                            new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    Gateway gateway =
                            cluster.gateway(
                                    "gateway",
                                    cluster.names().getFirst(),
                                    Reach.ALL,
                                    GatewaySettings.DEFAULT);
                    gateway.create(cluster.account(), "bucket");
                    Surroundings surroundings = simulation.scenario();
                    BucketDirectory buckets =
                            new BucketDirectory(
                                    new Cluster(
                                            gateway.versions(),
                                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                                            RequestSettings.DEFAULTS,
                                            GatewaySettings.DEFAULT.newSuspicion(surroundings)));
                    Deadline inTime = surroundings.time().after(Duration.ofSeconds(10));
                    var known =
                            (BucketLookup.Known)
                                    buckets.findConfirmed(cluster.account(), "bucket", inTime);
                    BucketRecord changing =
                            known.record().withVersioning(Versioning.ENABLED).inEffect();
                    Deadline passed = surroundings.time().after(Duration.ZERO);
                    assertThat(
                                    buckets.reportableModes(
                                            "bucket",
                                            changing.withVersioning(Versioning.SUSPENDED),
                                            Optional.empty(),
                                            passed))
                            .isEmpty();
                });
    }
}
