package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.Redundancy;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.fault.LateFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts while one data center stores fragments, but late, as with a slow disk: the first ones wait,
 * and the others do without it as if it were away.
 */
class SlowUploadsTest {
    private static final int SEEDS = 20;
    private static final int LENGTH = 1000;

    /** Less than an upload may stand still for. */
    private static final Duration FORCE = Duration.ofSeconds(12);

    /** More than a put takes whose data centers are well. */
    private static final Duration PROMPT = Duration.ofSeconds(2);

    /** How many puts one after another wait until a data center is known to be slow. */
    private static final int MAX_LATE = 3;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void putsDoWithoutASlowDiskAfterTheFirst(int slow) {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putTimes(6);
                    assertThat(fixture.missed).isEmpty();
                    fixture.forces[slow] = FORCE;
                    assertThat(fixture.late(20)).isEqualTo(MAX_LATE);
                    // All that was acknowledged without it is known to be missing there.
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(slow));
                    assertThat(fixture.missed.get(fixture.dc(slow))).hasSize(20 - MAX_LATE);

                    fixture.forces[slow] = Duration.ZERO;
                    fixture.time.sleep(FORCE);
                    fixture.putTimes(5);
                    fixture.missed.clear();
                    fixture.putTimes(5);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    /** Or else the object would lack two fragments. */
    @Test
    void whileAnotherFailsTheSlowOneIsWaitedFor() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.forces[1] = FORCE;
                    fixture.putTimes(MAX_LATE + 1);
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(1));
                    fixture.missed.clear();
                    fixture.isFull[2] = true;
                    fixture.putTimes(2);
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(2));
                });
    }

    /** They would be taken for one another's delay. */
    @Test
    void putsWaitForTwoThatAreSlow() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.forces[1] = FORCE;
                    fixture.putTimes(MAX_LATE + 1);
                    fixture.forces[2] = FORCE;
                    // Either takes the other's time, so that nobody is late any more.
                    fixture.putTimes(MAX_LATE);
                    fixture.missed.clear();
                    fixture.putTimes(2);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    @Test
    void whoIsMerelyFarIsWaitedFor() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.forces[2] = Duration.ofMillis(500);
                    fixture.putTimes(10);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    /** Though more uploads are under way to the slow one than a put without it would add to. */
    @Test
    void whatNeedsAllFragmentsIsWaitedForAndNotRefused() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.forces[1] = FORCE;
                    fixture.putTimes(MAX_LATE + 10);
                    fixture.missed.clear();
                    fixture.account = fixture.account.with(Redundancy.ALL);
                    fixture.putTimes(3);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    /** Uploads that nobody waits for hold connections, and bytes that are not sent yet. */
    @Test
    void fewUploadsToASlowDiskAreUnderWay() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.forces[1] = FORCE;
                    fixture.putTimes(MAX_LATE);
                    fixture.mostAtOnce = 0;
                    fixture.putTimes(30);
                    assertThat(fixture.mostAtOnce).isEqualTo(8);
                });
    }

    /** Three data centers, and a gateway in the first of them. */
    private static final class Fixture implements Reach {
        final Time time;
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        Account account;
        final Duration[] forces = {Duration.ZERO, Duration.ZERO, Duration.ZERO};
        final boolean[] isFull = new boolean[3];
        int mostAtOnce;
        private int atOnce;
        private int keys;
        final Map<DcName, List<ObjectKey>> missed = new TreeMap<>();

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account = cluster.account().with(Redundancy.DEFAULT);
            GatewaySettings settings =
                    new GatewaySettings(
                            CommitSettings.DEFAULTS.withHedge(Duration.ofMillis(500)),
                            RequestSettings.DEFAULTS,
                            Duration.ofSeconds(5));
            this.gateway = cluster.gateway("gateway", dc(0), this, settings);
            gateway.createUntilDecided(account, "bucket");
            missed.clear();
        }

        DcName dc(int index) {
            return cluster.names().get(index);
        }

        /** Returns how many of as many puts, one after another, are not prompt. */
        int late(int times) {
            int late = 0;
            for (int i = 0; i < times; i++) {
                long began = time.nanos();
                putTimes(1);
                if (time.nanos() - began > PROMPT.toNanos()) {
                    late++;
                }
            }
            return late;
        }

        void putTimes(int times) {
            for (int i = 0; i < times; i++) {
                PutRequest put =
                        new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
                try {
                    assertThat(gateway.objects().put(put, new TextBody("kept", LENGTH)))
                            .isInstanceOf(PutResult.Stored.class);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private Target target() {
            return new Target(
                    account, "bucket", "key" + keys++, OpId.random(simulation.scenario().random()));
        }

        @Override
        public MissedWrites missedWrites() {
            return (dc, key) -> missed.computeIfAbsent(dc, _ -> new ArrayList<>()).add(key);
        }

        private void store(int index) {
            if (!forces[index].isZero()) {
                atOnce++;
                mostAtOnce = Math.max(mostAtOnce, atOnce);
                time.sleep(forces[index]);
                atOnce--;
            }
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            int index = cluster.names().indexOf(store.dc());
            return new ForwardingFragmentStore(new LateFragmentStore(store, () -> store(index))) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    if (isFull[index]) {
                        throw new ReplicaException.Full(dc(), "no room", null);
                    }
                    return super.create(id, length);
                }
            };
        }
    }
}
