package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.replica.Account.SmallObjects;
import io.giza.replica.FragmentStore;
import io.giza.replica.Redundancy;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.LateFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Puts while all data centers are up and one stores late, in simulated time. */
class SlowFragmentStorePutTest {
    private static final Duration LATE = RequestSettings.DEFAULTS.grace().multipliedBy(3);
    private static final Duration AWAY = RequestSettings.DEFAULTS.stall().multipliedBy(2);

    /** Of rs(2,1), and of rs(1,1) for what is small. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 200})
    void whatIsAcknowledgedBearsALossThoughADataCenterIsLate(int length) {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, LATE);
                    for (int i = 0; i < 3; i++) {
                        assertThat(fixture.missing(Redundancy.DEFAULT, length)).isZero();
                    }
                });
    }

    /** Shows that the other test would notice if who is late were taken for away. */
    @Test
    void anAccountThatAsksForNoRedundancyIsGivenNone() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, LATE);
                    assertThat(fixture.missing(new Redundancy(0, 0), 1000)).isEqualTo(1);
                });
    }

    @Test
    void whoStandsStillIsAwayAndWaitedForOnce() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, AWAY);
                    assertThat(fixture.missing(Redundancy.DEFAULT, 1000)).isEqualTo(1);
                    long since = fixture.time.nanos();
                    assertThat(fixture.missing(Redundancy.DEFAULT, 1000)).isEqualTo(1);
                    assertThat(Duration.ofNanos(fixture.time.nanos() - since))
                            .isLessThan(RequestSettings.DEFAULTS.grace());
                });
    }

    /** A gateway in the first data center; the last one that gets a fragment stores it late. */
    private static final class Fixture implements Reach {
        final Time time;
        private final SimulatedCluster cluster;
        private final Simulation simulation;
        private final Duration delay;
        private final Gateway gateway;
        private final Account account;
        private boolean calm = true;

        Fixture(Simulation simulation, Duration delay) {
            this.simulation = simulation;
            this.delay = delay;
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account =
                    cluster.account(
                            SmallObjects.inlined(SimulatedCluster.INLINE_BELOW)
                                    .replicating(500, Coding.parse("rs(1,1)")));
            this.gateway =
                    cluster.gateway(
                            "gateway", cluster.names().getFirst(), this, GatewaySettings.DEFAULT);
            assertThat(gateway.create(account, "bucket")).isInstanceOf(CreateResult.Created.class);
            calm = false;
        }

        /** Puts an object; returns how many of its fragments lack when it is acknowledged. */
        int missing(Redundancy redundancy, int length) throws IOException {
            int before = stored();
            Target target =
                    new Target(
                            account.with(redundancy),
                            "bucket",
                            "key",
                            OpId.random(simulation.scenario().random()));
            PutRequest put = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
            assertThat(gateway.objects().put(put, new TextBody("kept", length)))
                    .isInstanceOf(PutResult.Stored.class);
            return account.codingOf(length).fragments() - (stored() - before);
        }

        private int stored() {
            return cluster.stores().stream().mapToInt(store -> store.ids().size()).sum();
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return store.dc().equals(cluster.names().get(1))
                    ? new LateFragmentStore(store, () -> time.sleep(calm ? Duration.ZERO : delay))
                    : store;
        }
    }
}
