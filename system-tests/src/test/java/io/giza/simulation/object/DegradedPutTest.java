package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts while the fragments of a data center cannot be stored. */
class DegradedPutTest {
    @Test
    void everyRowRemembersThatTheObjectLacksAFragment() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.dataNetwork.isolate(fixture.last(), fixture.cluster.names());
                    assertThat(fixture.put(fixture.cluster.account()))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.resolutions()).containsExactly(Resolution.DEGRADED);
                });
    }

    @Test
    void anObjectWithAllItsFragmentsIsVisibleAndNoMore() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.put(fixture.cluster.account()))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.resolutions()).containsExactly(Resolution.VISIBLE);
                });
    }

    @Test
    void anAccountMayRefuseThem() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.dataNetwork.isolate(fixture.last(), fixture.cluster.names());
                    assertThat(fixture.put(fixture.cluster.account().withoutDegradedPuts()))
                            .isInstanceOf(Failure.class);
                });
    }

    /** A gateway in the first data center. */
    private static final class Fixture {
        final SimulatedCluster cluster;
        final Network dataNetwork;
        private final Simulation simulation;
        private final Gateway gateway;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.dataNetwork = new Network(simulation.surroundings("data network"), FaultPlan.CALM);
            this.gateway =
                    cluster.gateway(
                            "gateway",
                            cluster.names().getFirst(),
                            Reach.over(network, dataNetwork),
                            GatewaySettings.DEFAULT);
            assertThat(gateway.create(cluster.account(), "bucket"))
                    .isInstanceOf(CreateResult.Created.class);
        }

        DcName last() {
            return cluster.names().getLast();
        }

        PutResult put(Account account) throws IOException {
            Target target =
                    new Target(
                            account, "bucket", "key", OpId.random(simulation.scenario().random()));
            PutRequest put = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
            return gateway.objects().put(put, new TextBody("kept", 1000));
        }

        /** Returns what the rows know of the object, once nothing is under way any more. */
        Set<Resolution> resolutions() {
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
            ObjectKey key =
                    cluster.oracle().keys().stream()
                            .filter(each -> each.name().equals("key"))
                            .findFirst()
                            .orElseThrow();
            return cluster.names().stream()
                    .map(dc -> cluster.stored(dc, key).entry(1).map(Entry::resolution))
                    .map(known -> known.orElse(Resolution.UNRESOLVED))
                    .collect(Collectors.toSet());
        }
    }
}
