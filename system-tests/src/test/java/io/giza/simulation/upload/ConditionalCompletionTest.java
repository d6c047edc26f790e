package io.giza.simulation.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.Value;
import io.giza.record.ManifestCodec;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.fault.ChangedReplicas;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An upload is completed on a condition that several states meet, while a put changes the object
 * from one state to another. What is recorded of the condition is only the state that was seen.
 */
class ConditionalCompletionTest {
    private static final int SEEDS = 60;
    private static final String BUCKET = "bucket";
    private static final String KEY = "key";
    private static final TextBody FIRST = new TextBody("first", 20);
    private static final TextBody SECOND = new TextBody("second", 20);

    @Test
    void isDoneThoughTheObjectChangesWhereItHoldsOfBoth() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Race race = new Race(simulation);
                    CompleteResult result =
                            race.run(
                                    simulation.scenario().random().nextBoolean()
                                            ? new WriteCondition.Differs(List.of("other"))
                                            : new WriteCondition.Matches(
                                                    List.of(FIRST.etag(), SECOND.etag())));
                    assertThat(result).isInstanceOf(CompleteResult.Completed.class);
                });
    }

    @Test
    void isNotDoneAfterAStateOfWhichItDoesNotHold() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Race race = new Race(simulation);
                    CompleteResult result =
                            race.run(new WriteCondition.Differs(List.of("other", SECOND.etag())));
                    List<String> etags = race.etags();
                    if (result instanceof CompleteResult.Completed completed) {
                        assertThat(etags.indexOf(completed.etag()))
                                .isLessThan(etags.indexOf(SECOND.etag()));
                    } else {
                        assertThat(result)
                                .isEqualTo(
                                        new CompleteResult.Failed(
                                                new Failure.PreconditionFailed()));
                        assertThat(etags).containsExactly(FIRST.etag(), SECOND.etag());
                    }
                });
    }

    /** The client asks another gateway while its first attempt is under way. */
    @Test
    void isNotRefusedForWhatAnotherAttemptDidMeanwhile() {
        Seeds.simulate(
                SEEDS,
                simulation -> new Race(simulation).completeTwice(new WriteCondition.Absent()));
    }

    /** A slow gateway completes, and another puts meanwhile. */
    private static final class Race {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final Gateway quick;
        private final ObjectKey object;

        Race(Simulation simulation) {
            this.simulation = simulation;
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            quick =
                    cluster.gateway(
                            "quick",
                            cluster.names().getFirst(),
                            Reach.ALL,
                            GatewaySettings.DEFAULT);
            var created =
                    (BucketService.CreateResult.Created) quick.create(cluster.account(), BUCKET);
            object = new ObjectKey(created.bucket().id(), KEY);
        }

        CompleteResult run(WriteCondition condition) {
            assertThat(put(FIRST)).isInstanceOf(PutResult.Stored.class);
            return completeSlowly(
                    upload(condition),
                    () -> assertThat(put(SECOND)).isInstanceOf(PutResult.Stored.class));
        }

        void completeTwice(WriteCondition condition) {
            CompleteRequest request = upload(condition);
            CompleteResult slow =
                    completeSlowly(
                            request,
                            () ->
                                    assertThat(quick.uploads().complete(request))
                                            .isInstanceOf(CompleteResult.Completed.class));
            assertThat(slow).isInstanceOf(CompleteResult.Completed.class);
            assertThat(etags()).hasSize(1);
        }

        private CompleteResult completeSlowly(CompleteRequest request, Runnable meanwhile) {
            Gateway slow = slowGateway();
            List<CompleteResult> results = new ArrayList<>();
            slow.surroundings()
                    .tasks()
                    .fork("completes", () -> results.add(slow.uploads().complete(request)));
            Duration before = Duration.ofMillis(simulation.scenario().random().nextLong(3000));
            simulation.scenario().time().sleep(before);
            meanwhile.run();
            simulation.join("slow");
            return results.getFirst();
        }

        /** Returns the ETags of what the object was, in order. */
        List<String> etags() {
            return cluster.oracle().chosen(object).stream()
                    .map(VoteOracle.Chosen::value)
                    .filter(value -> value.kind() == Value.Kind.PUT)
                    .map(value -> ManifestCodec.decode(value).etag())
                    .toList();
        }

        private Gateway slowGateway() {
            Time time = simulation.surroundings("slow").time();
            InterceptedReplica.Interceptor pausing =
                    (message, answer) -> {
                        if (message.key().equals(object)) {
                            time.sleep(Duration.ofSeconds(1));
                        }
                        return answer.get();
                    };
            return cluster.gateway(
                    "slow",
                    cluster.names().getLast(),
                    new ChangedReplicas(
                            Reach.ALL,
                            replica -> new InterceptedReplica(slowScans(replica, time), pausing)),
                    GatewaySettings.DEFAULT);
        }

        /** Reads parts slowly. */
        private static MetadataReplica slowScans(MetadataReplica replica, Time time) {
            return new ForwardingReplica(replica) {
                @Override
                public RowPage scan(Scan scan) throws ReplicaException {
                    time.sleep(Duration.ofSeconds(1));
                    return super.scan(scan);
                }
            };
        }

        private CompleteRequest upload(WriteCondition condition) {
            Upload plain =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            cluster.account().name(),
                            Instant.EPOCH);
            var created =
                    (UploadService.CreateResult.Created) quick.uploads().create(target(), plain);
            TextBody part = new TextBody("part", 300);
            try {
                quick.uploads().putPart(new PartTarget(target(), created.upload(), 1), _ -> part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new CompleteRequest(
                    target(),
                    created.upload(),
                    List.of(new UploadService.DeclaredPart(1, part.etag(), Map.of())),
                    condition,
                    Expected.NOTHING);
        }

        private PutResult put(TextBody body) {
            WriteCondition any = new WriteCondition.None();
            try {
                return quick.objects()
                        .put(new PutRequest(target(), any, Map.of(), Map.of()), body.again());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Target target() {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), BUCKET, KEY, op);
        }
    }
}
