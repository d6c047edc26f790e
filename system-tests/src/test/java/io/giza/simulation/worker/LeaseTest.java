package io.giza.simulation.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Leases;
import io.giza.worker.Leases.Hold;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** Workers that share work by leases. */
class LeaseTest {
    private static final Duration TERM = Duration.ofMinutes(5);

    @Test
    void aLeaseIsHeldByOneUntilItsTermHasPassedWithoutRenewal() {
        Seeds.simulate(
                20,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    Leases first = worker(simulation, cluster, 0);
                    Leases second = worker(simulation, cluster, 1);
                    assertThat(first.hold("a", false)).isEqualTo(Hold.HELD);
                    assertThat(second.hold("a", false)).isEqualTo(Hold.ELSEWHERE);
                    assertThat(second.hold("b", false)).isEqualTo(Hold.HELD);
                    pass(simulation, TERM.dividedBy(2));
                    assertThat(second.hold("a", false)).isEqualTo(Hold.ELSEWHERE);
                    pass(simulation, TERM.dividedBy(2).plusSeconds(1));
                    assertThat(second.hold("a", false)).isEqualTo(Hold.HELD);
                    assertThat(first.hold("a", false)).isEqualTo(Hold.ELSEWHERE);
                });
    }

    @Test
    void aLeaseThatIsRenewedIsKept() {
        Seeds.simulate(
                5,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    Leases first = worker(simulation, cluster, 0);
                    Leases second = worker(simulation, cluster, 1);
                    for (int i = 0; i < 20; i++) {
                        assertThat(first.hold("a", false)).isEqualTo(Hold.HELD);
                        assertThat(second.hold("a", false)).isEqualTo(Hold.ELSEWHERE);
                        pass(simulation, TERM.dividedBy(3));
                    }
                });
    }

    @Test
    void aLeaseThatIsGivenBackIsFreeAtOnce() {
        Seeds.simulate(
                5,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    Leases first = worker(simulation, cluster, 0);
                    assertThat(first.hold("a", false)).isEqualTo(Hold.HELD);
                    first.release("a");
                    assertThat(worker(simulation, cluster, 1).hold("a", false))
                            .isEqualTo(Hold.HELD);
                });
    }

    @Test
    void whoIsPreferredTakesItAndTheOtherLearnsIt() {
        Seeds.simulate(
                5,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    Leases first = worker(simulation, cluster, 0);
                    assertThat(first.hold("a", false)).isEqualTo(Hold.HELD);
                    assertThat(worker(simulation, cluster, 1).hold("a", true)).isEqualTo(Hold.HELD);
                    assertThat(first.hold("a", false)).isEqualTo(Hold.ELSEWHERE);
                });
    }

    @Test
    void whoIsPreferredTakesItFromNobodyOfTheSameDataCenter() {
        Seeds.simulate(
                5,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    Leases first = worker(simulation, cluster, 0);
                    assertThat(first.hold("a", true)).isEqualTo(Hold.HELD);
                    assertThat(worker(simulation, cluster, 3).hold("a", true))
                            .isEqualTo(Hold.ELSEWHERE);
                    assertThat(first.hold("a", true)).isEqualTo(Hold.HELD);
                });
    }

    @Test
    void aLeaseThatIsRenewedForLongBeginsAnew() {
        Seeds.simulate(
                1,
                simulation -> {
                    SimulatedCluster cluster = cluster(simulation);
                    cluster.stopFailures();
                    Leases first = worker(simulation, cluster, 0);
                    int held = 0;
                    for (int i = 0; i < 600; i++) {
                        held += first.hold("a", false) == Hold.HELD ? 1 : 0;
                        pass(simulation, TERM.dividedBy(2));
                    }
                    assertThat(held).isGreaterThan(590);
                    ObjectKey key = new ObjectKey(BucketId.SYSTEM, "lease/a");
                    cluster.names()
                            .forEach(
                                    dc ->
                                            assertThat(cluster.stored(dc, key).chosen())
                                                    .isLessThan(200));
                });
    }

    private static SimulatedCluster cluster(Simulation simulation) {
        return new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
    }

    private static void pass(Simulation simulation, Duration duration) {
        simulation.scenario().time().sleep(duration);
    }

    private static Leases worker(Simulation simulation, SimulatedCluster cluster, int number) {
        String name = "worker-" + number;
        Network calm = new Network(simulation.surroundings(name + "-network"), FaultPlan.CALM);
        Gateway gateway =
                cluster.gateway(
                        name,
                        cluster.names().get(number % cluster.names().size()),
                        Reach.over(calm, calm),
                        GatewaySettings.DEFAULT);
        return new Leases(
                gateway.metadata(),
                new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                name,
                TERM,
                Duration.ofSeconds(10));
    }
}
