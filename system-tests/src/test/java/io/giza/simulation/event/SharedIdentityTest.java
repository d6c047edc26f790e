package io.giza.simulation.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.gateway.notify.NotifiedObjects;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.event.EventJob;
import io.giza.gc.event.EventListener;
import io.giza.gc.event.EventSender;
import io.giza.gc.event.LaneDelivery;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.PutWithoutData;
import io.giza.simulation.version.VersionScenario;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Each of several changes of a key with the same identity is sent to a webhook. */
class SharedIdentityTest {
    private static final int SEEDS = 20;

    @Test
    void eachOfTwoPutsIsToldWithItsOwnContentThoughBothAreToldLater() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Scenario scenario = new Scenario(simulation);
                    PutResult.Stored first = scenario.put(new TextBody("first", 20));
                    PutResult.Stored second = scenario.put(new TextBody("second", 30));
                    scenario.tell();
                    scenario.assertTold(first, second);
                });
    }

    /** The note of the second put is looked at while only the first put has a record. */
    @Test
    void thePutThatFollowsIsToldThoughItsNoteIsReadBeforeItsRecordIsThere() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Scenario scenario = new Scenario(simulation);
                    PutResult.Stored first = scenario.put(new TextBody("first", 20));
                    scenario.tell();
                    PutResult.Stored second =
                            scenario.put(
                                    new InterruptedBody(
                                            new TextBody("second", 30), scenario::tell));
                    scenario.tell();
                    scenario.assertTold(first, second);
                });
    }

    /** The note of the retry is looked at while only its first attempt, given up, has a record. */
    @Test
    void aRetryIsToldThoughItsNoteIsReadBeforeItsRecordIsThere() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Scenario scenario = new Scenario(simulation);
                    scenario.giveUpAnAttempt();
                    PutResult.Stored retry =
                            scenario.put(
                                    ClientRetry.of(scenario.target()),
                                    new InterruptedBody(new TextBody("retry", 30), scenario::tell));
                    scenario.tell();
                    scenario.assertTold(retry);
                });
    }

    @Test
    void eachOfTwoDeleteMarkersIsTold() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Scenario scenario = new Scenario(simulation);
                    String first = scenario.delete();
                    String second = scenario.delete();
                    scenario.tell();
                    assertThat(scenario.told("versionId")).containsOnly(first, second);
                });
    }

    /** A gateway, and a worker that is told when to look at notes. */
    private static final class Scenario implements EventSender, EventListener {
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final BucketId bucket;
        private final ObjectService objects;
        private final EventJob job;
        private final OpId identity;
        private final List<JsonNode> told = new ArrayList<>();

        Scenario(Simulation simulation) {
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            gateway =
                    cluster.gateway(
                            "scenario",
                            cluster.names().getFirst(),
                            Reach.over(network, network),
                            GatewaySettings.DEFAULT);
            bucket = gateway.createUntilDecided(cluster.account(), EventScenario.BUCKET);
            VersionScenario.version(gateway, cluster.account(), Versioning.ENABLED);
            EventFixture.configure(gateway, bucket);
            objects = new NotifiedObjects(gateway.objects(), EventFixture.announcer(gateway));
            job =
                    new EventJob(
                            gateway.versions(),
                            new LaneDelivery(
                                    gateway.versions(),
                                    new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                                    this,
                                    this,
                                    Duration.ofDays(1)),
                            this,
                            cluster.names());
            identity = OpId.random(gateway.surroundings().random());
        }

        private Target target() {
            var operation =
                    new ClientOperation(identity, false, gateway.surroundings().time().instant());
            return new Target(cluster.account(), EventScenario.BUCKET, "key", operation);
        }

        PutResult.Stored put(ObjectBody body) throws IOException {
            return put(target(), body);
        }

        PutResult.Stored put(Target target, ObjectBody body) throws IOException {
            PutResult result =
                    objects.put(
                            new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of()),
                            body);
            assertThat(result).isInstanceOf(PutResult.Stored.class);
            return (PutResult.Stored) result;
        }

        /** Appends the record of a put without data, and that it was given up. */
        void giveUpAnAttempt() {
            RandomGenerator random = gateway.surroundings().random();
            Row row =
                    append(
                            PutWithoutData.record(
                                    cluster.account(), PutId.random(random), identity),
                            Row.ABSENT);
            Bytes reason = DeletionReason.GIVEN_UP.body(gateway.surroundings().time().instant());
            append(
                    new Value(
                            ManifestCodec.NEWEST_FORMAT,
                            PutId.random(random),
                            0,
                            OpId.random(random),
                            new Command.DeleteVersion(1, reason)),
                    row);
        }

        private Row append(Value value, Row row) {
            CommitResult result =
                    gateway.metadata()
                            .committer()
                            .append(
                                    new ObjectKey(bucket, target().key()),
                                    Draft.of(value),
                                    row,
                                    null,
                                    gateway.surroundings().time().after(Duration.ofMinutes(1)));
            assertThat(result).isInstanceOf(CommitResult.Committed.class);
            return ((CommitResult.Committed) result).row();
        }

        String delete() {
            DeleteResult result =
                    objects.delete(new DeleteRequest(target(), new WriteCondition.None()));
            assertThat(result).isInstanceOf(DeleteResult.Done.class);
            return ((DeleteResult.Done) result).version().orElseThrow().toString();
        }

        /** Has the worker look at all notes, more than once. */
        void tell() {
            for (int i = 0; i < 3; i++) {
                gateway.surroundings().time().sleep(Duration.ofSeconds(2));
                look();
            }
        }

        private void look() {
            try {
                job.run(() -> true);
            } catch (ReplicaException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Result send(String webhook, byte[] message) {
            told.add(
                    JsonMapper.shared()
                            .readTree(message)
                            .path("Records")
                            .path(0)
                            .path("s3")
                            .path("object"));
            return new Taken();
        }

        List<String> told(String field) {
            return told.stream().map(each -> each.path(field).asString()).toList();
        }

        void assertTold(PutResult.Stored... puts) {
            for (PutResult.Stored put : puts) {
                assertThat(told)
                        .as("%s of %s", put.version(), told)
                        .anySatisfy(
                                each -> {
                                    assertThat(each.path("versionId").asString())
                                            .isEqualTo(put.version().orElseThrow().toString());
                                    assertThat(each.path("eTag").asString())
                                            .isEqualTo(put.manifest().etag());
                                    assertThat(each.path("size").asLong())
                                            .isEqualTo(put.manifest().size());
                                });
            }
        }

        @Override
        public void count(String webhook, Outcome outcome) {
            assertThat(outcome).isEqualTo(Outcome.SENT);
        }

        @Override
        public void backlog(String webhook, long count, Duration oldest) {}
    }
}
