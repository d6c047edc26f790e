package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

/** The first attempt of a removal arrives after its retry found nothing: it does nothing. */
class LateDocumentAttemptTest {
    private static final ObjectKey DOCUMENT = new ObjectKey(BucketId.SYSTEM, "document");

    @ParameterizedTest
    @ValueSource(ints = {-10, 0, 10})
    void aRemovalThatFoundNothingDoesNotRemoveALaterDocument(int secondsAhead) {
        Seeds.simulate(
                3,
                simulation -> {
                    Gateway gateway = gateway(simulation);
                    gateway.surroundings()
                            .tasks()
                            .fork(
                                    "acts",
                                    () -> holdBack(gateway, Duration.ofSeconds(secondsAhead)));
                    simulation.join("gateway");
                });
    }

    private static void holdBack(Gateway gateway, Duration ahead) {
        SystemRows rows = gateway.rows();
        ClientOperation first = ClientRetry.first(gateway.surroundings(), ahead);
        for (int attempt = 2; attempt < 4; attempt++) {
            assertThat(rows.change(DOCUMENT, ClientRetry.of(first), Change.removal()))
                    .isInstanceOf(SystemRows.Changed.class);
        }
        ClientOperation other = ClientOperation.once(gateway.surroundings().random());
        assertThat(rows.change(DOCUMENT, other, Change.to(1, Bytes.EMPTY)))
                .isInstanceOf(SystemRows.Changed.class);

        assertThat(rows.change(DOCUMENT, first, Change.removal()))
                .isInstanceOf(SystemRows.Unavailable.class);
        assertThat(rows.read(DOCUMENT))
                .isInstanceOfSatisfying(
                        SystemRows.Held.class, held -> assertThat(held.record()).isPresent());
    }

    private static Gateway gateway(Simulation simulation) {
        SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        return cluster.gateway(
                "gateway",
                cluster.names().getFirst(),
                Reach.over(calm, calm),
                GatewaySettings.DEFAULT);
    }
}
