package io.giza.simulation.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Time;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** An upload whose first version somebody closes while it is created. */
class ClosedUploadTest {
    @Test
    void isNotCreatedAndItsClientIsToldSo() {
        Seeds.simulate(
                5,
                simulation -> {
                    var cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    Time time = simulation.scenario().time();
                    var home = cluster.names().getFirst();
                    Gateway closer =
                            cluster.gateway(
                                    "closer",
                                    home,
                                    new BeforeFirstRequest(time, _ -> {}),
                                    GatewaySettings.DEFAULT);
                    assertThat(closer.create(cluster.account(), "bucket"))
                            .isInstanceOf(BucketService.CreateResult.Created.class);
                    Reach late =
                            new BeforeFirstRequest(time, key -> close(simulation, closer, key));
                    Gateway gateway =
                            cluster.gateway("gateway", home, late, GatewaySettings.DEFAULT);
                    OpId op = OpId.random(simulation.scenario().random());
                    Target target = new Target(cluster.account(), "bucket", "key", op);
                    Upload upload =
                            new Upload(
                                    Map.of(),
                                    Map.of(),
                                    Map.of(),
                                    Optional.empty(),
                                    cluster.account().name(),
                                    Instant.EPOCH);
                    assertThat(gateway.uploads().create(target, upload))
                            .isInstanceOfSatisfying(
                                    CreateResult.Failed.class,
                                    failed ->
                                            assertThat(failed.failure())
                                                    .isInstanceOf(Failure.Unavailable.class));
                });
    }

    /** The row is empty, so a record that does nothing takes the version. */
    private static void close(Simulation simulation, Gateway closer, ObjectKey key) {
        RandomGenerator random = simulation.scenario().random();
        Value noOp = Value.noOp(random, 0, 0);
        assertThat(
                        closer.metadata()
                                .committer()
                                .append(
                                        key,
                                        Draft.of(noOp),
                                        Row.ABSENT,
                                        null,
                                        simulation.scenario().time().after(Duration.ofMinutes(1))))
                .isInstanceOf(CommitResult.Committed.class);
    }

    /** Something is done before a row of uploads is asked for the first time. */
    private record BeforeFirstRequest(
            Time time, Consumer<ObjectKey> first, AtomicBoolean isBegun, AtomicBoolean isDone)
            implements Reach {
        BeforeFirstRequest(Time time, Consumer<ObjectKey> first) {
            this(time, first, new AtomicBoolean(), new AtomicBoolean());
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    ObjectKey key = message.key();
                    if (key.name().startsWith(UploadRows.prefixOfUploads(""))) {
                        if (!isBegun.getAndSet(true)) {
                            first.accept(key);
                            isDone.set(true);
                        }
                        while (!isDone.get()) {
                            time.sleep(Duration.ofMillis(1));
                        }
                    }
                    return super.send(message);
                }
            };
        }
    }
}
