package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.object.ObjectScenario;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;

/** Buckets that are created while all data centers are later than a phase waits for. */
class SlowBucketCreationTest {
    private static final Duration PHASE = GatewaySettings.DEFAULT.commit().phaseTimeout();
    private static final Duration READ = GatewaySettings.DEFAULT.requests().read();
    private static final Duration COMMIT = GatewaySettings.DEFAULT.requests().commit();

    @Test
    void aBucketIsCreatedThoughNobodyAnswersTheFirstPhase() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, PHASE.multipliedBy(2));
                    assertThat(fixture.create()).isInstanceOf(CreateResult.Created.class);
                    assertThat(fixture.took()).isLessThan(PHASE.multipliedBy(4));
                });
    }

    @Test
    void whoIsSilentForGoodIsWaitedForAsLongAsACreationMayTake() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Duration.ofHours(1));
                    assertThat(fixture.create()).isInstanceOf(Unavailable.class);
                    assertThat(fixture.took()).isBetween(COMMIT, COMMIT.plus(PHASE));
                });
    }

    @Test
    void aListIsTakenThoughNobodyAnswersTheFirstPhase() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Duration.ZERO);
                    assertThat(fixture.create()).isInstanceOf(CreateResult.Created.class);
                    fixture.coolScans(PHASE.plus(PHASE.dividedBy(2)));
                    assertThat(fixture.list()).isInstanceOf(ListResult.Page.class);
                    // Who is late is heard though it was asked again meanwhile.
                    assertThat(fixture.took()).isLessThan(PHASE.multipliedBy(2));
                });
    }

    @Test
    void whoIsSilentForGoodIsWaitedForAsLongAsAListMayTake() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Duration.ZERO);
                    assertThat(fixture.create()).isInstanceOf(CreateResult.Created.class);
                    fixture.coolScans(Duration.ofHours(1));
                    assertThat(fixture.list()).isInstanceOf(Failure.Unavailable.class);
                    assertThat(fixture.took()).isBetween(READ, READ.plus(PHASE));
                });
    }

    @Test
    void whoFailsIsNotWaitedFor() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Duration.ZERO);
                    fixture.failing = true;
                    assertThat(fixture.create()).isInstanceOf(Unavailable.class);
                    assertThat(fixture.took()).isLessThan(PHASE);
                });
    }

    /** A gateway of a cluster whose rows answer nobody for a while. */
    private static final class Fixture implements Reach {
        private final Time time;
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final Deadline warm;
        private long began;
        private Deadline scansWarm;
        private boolean failing;

        Fixture(Simulation simulation, Duration cold) throws IOException {
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            DcName home = cluster.names().getFirst();
            this.gateway = cluster.gateway("gateway", home, this, GatewaySettings.DEFAULT);
            this.began = time.nanos();
            this.warm = time.after(cold);
            this.scansWarm = time.after(Duration.ZERO);
        }

        void coolScans(Duration cold) {
            began = time.nanos();
            scansWarm = time.after(cold);
        }

        ListResult list() {
            return gateway.objects()
                    .list(
                            new ListRequest(
                                    cluster.account(), ObjectScenario.BUCKET, "", "", "", 10));
        }

        CreateResult create() {
            return gateway.create(cluster.account(), ObjectScenario.BUCKET);
        }

        Duration took() {
            return Duration.ofNanos(time.nanos() - began);
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new MetadataReplica() {
                @Override
                public DcName dc() {
                    return replica.dc();
                }

                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (failing) {
                        throw new ReplicaException.Unreachable(dc(), new IOException("down"));
                    }
                    if (!warm.hasPassed(time)) {
                        time.sleep(warm.remaining(time));
                    }
                    return replica.send(message);
                }

                @Override
                public RowPage scan(Scan scan) throws ReplicaException {
                    if (!scansWarm.hasPassed(time)) {
                        time.sleep(scansWarm.remaining(time));
                    }
                    return replica.scan(scan);
                }

                @Override
                public TableReport order(TableOrder order) throws ReplicaException {
                    return replica.order(order);
                }

                @Override
                public History history(Range range) throws ReplicaException {
                    return replica.history(range);
                }
            };
        }
    }
}
