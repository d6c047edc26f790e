package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Request;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Redundancy;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
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
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes while one data center takes fragments or votes, but late, as with a slow disk: the first
 * ones pay, and the others cost what they do while it is away.
 */
class SlowWritesTest {
    private static final int SEEDS = 20;
    private static final Duration FORCE = Duration.ofSeconds(12);
    private static final Duration VOTE = Duration.ofSeconds(2);

    /** More than a write takes whose data centers are well. */
    private static final Duration PROMPT = Duration.ofMillis(200);

    /** How many writes one after another may pay. */
    private static final int MAX_LATE = 2;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void putsDoWithoutASlowDiskAfterTheFirst(int slow) {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putTimes(6);
                    fixture.forces[slow] = FORCE;
                    assertThat(fixture.late(() -> fixture.putTimes(1), 20))
                            .isLessThanOrEqualTo(MAX_LATE);
                    // All that was acknowledged without it is known to be missing there.
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(slow));
                    fixture.forces[slow] = Duration.ZERO;
                    fixture.time.sleep(FORCE);
                    fixture.putTimes(5);
                    fixture.missed.clear();
                    fixture.putTimes(5);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    /** Two that are left out would be one loss too many. */
    @Test
    void putsWaitForTwoSlowDisks() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putTimes(6);
                    fixture.forces[1] = Duration.ofSeconds(1);
                    fixture.forces[2] = Duration.ofSeconds(1);
                    fixture.putTimes(6);
                    assertThat(fixture.missed).isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void deletesDoWithoutASlowTableAfterTheFirst(int slow) {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.putTimes(6);
                    fixture.votes[slow] = VOTE;
                    assertThat(fixture.late(fixture::delete, 20)).isLessThanOrEqualTo(MAX_LATE);
                });
    }

    /** Three data centers, and a gateway in the first of them. */
    private static final class Fixture implements Reach {
        final Time time;
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final Account account;
        final Duration[] forces = {Duration.ZERO, Duration.ZERO, Duration.ZERO};
        final Duration[] votes = {Duration.ZERO, Duration.ZERO, Duration.ZERO};
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
        }

        DcName dc(int index) {
            return cluster.names().get(index);
        }

        /** Returns how many of these writes, one after another, are not prompt. */
        int late(Runnable write, int times) {
            int late = 0;
            for (int i = 0; i < times; i++) {
                long began = time.nanos();
                write.run();
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
                    assertThat(gateway.objects().put(put, new TextBody("kept", 1000)))
                            .isInstanceOf(PutResult.Stored.class);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        void delete() {
            DeleteRequest delete = new DeleteRequest(target(), new WriteCondition.None());
            assertThat(gateway.objects().delete(delete)).isInstanceOf(DeleteResult.Done.class);
        }

        private Target target() {
            return new Target(
                    account, "bucket", "key", OpId.random(simulation.scenario().random()));
        }

        @Override
        public MissedWrites missedWrites() {
            return (dc, key) -> missed.computeIfAbsent(dc, _ -> new ArrayList<>()).add(key);
        }

        private void sleep(Duration[] delays, DcName dc) {
            Duration delay = delays[cluster.names().indexOf(dc)];
            if (!delay.isZero()) {
                time.sleep(delay);
            }
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new LateFragmentStore(store, () -> sleep(forces, store.dc()));
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (!(message.request() instanceof Request.Read)) {
                        sleep(votes, dc());
                    }
                    return super.send(message);
                }
            };
        }
    }
}
