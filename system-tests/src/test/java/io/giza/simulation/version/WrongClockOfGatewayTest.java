package io.giza.simulation.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.CreationTime;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A version is later than the one before it, which a gateway made whose clock is ahead. */
class WrongClockOfGatewayTest {
    private static final int SEEDS = 10;
    private static final String BUCKET = "bucket";
    private static final String KEY = "key";

    /** How the next version comes about. */
    private enum Write {
        SMALL,
        FRAGMENTED,
        DELETION,
        COMPLETION
    }

    @ParameterizedTest
    @EnumSource
    void aVersionIsLaterThanTheOneBeforeIt(Write write) {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put(fixture.ahead, 10);
                    switch (write) {
                        case SMALL -> fixture.put(fixture.right, 10);
                        case FRAGMENTED -> fixture.put(fixture.right, 1500);
                        case DELETION -> fixture.delete(fixture.right);
                        case COMPLETION -> fixture.complete(fixture.right);
                    }
                    List<Instant> times = fixture.times();
                    assertThat(times).hasSize(2);
                    assertThat(times.getLast()).isAfter(times.getFirst());
                });
    }

    /** Two gateways of one data center, one with a clock that is ahead. */
    private static final class Fixture {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final ObjectKey object;
        final Gateway right;
        final Gateway ahead;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.right = gateway("right");
            this.ahead = gateway("ahead");
            simulation.wallClockError("ahead", Duration.ofMinutes(10));
            var created = (CreateResult.Created) right.create(cluster.account(), BUCKET);
            this.object = new ObjectKey(created.bucket().id(), KEY);
        }

        private Gateway gateway(String name) {
            return cluster.gateway(
                    name, cluster.names().getFirst(), Reach.ALL, GatewaySettings.DEFAULT);
        }

        void put(Gateway gateway, int size) {
            PutRequest put =
                    new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
            try {
                assertThat(gateway.objects().put(put, new TextBody("kept", size)))
                        .isInstanceOf(PutResult.Stored.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            settle();
        }

        void delete(Gateway gateway) {
            DeleteRequest delete = new DeleteRequest(target(), new WriteCondition.None());
            assertThat(gateway.objects().delete(delete)).isInstanceOf(DeleteResult.Done.class);
            settle();
        }

        void complete(Gateway gateway) {
            Upload plain =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            cluster.account().name(),
                            Instant.EPOCH);
            var created =
                    (UploadService.CreateResult.Created) gateway.uploads().create(target(), plain);
            TextBody part = new TextBody("part", 300);
            try {
                gateway.uploads().putPart(new PartTarget(target(), created.upload(), 1), _ -> part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            CompleteRequest request =
                    new CompleteRequest(
                            target(),
                            created.upload(),
                            List.of(new DeclaredPart(1, part.etag(), Map.of())),
                            new WriteCondition.None(),
                            Expected.NOTHING);
            assertThat(gateway.uploads().complete(request))
                    .isInstanceOf(CompleteResult.Completed.class);
            settle();
        }

        /** Nobody waits until all data centers know what was decided. */
        private void settle() {
            simulation.scenario().time().sleep(Duration.ofSeconds(30));
        }

        private Target target() {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), BUCKET, KEY, op);
        }

        List<Instant> times() {
            return cluster.stored(cluster.names().getFirst(), object).log().stream()
                    .map(CreationTime::of)
                    .flatMap(Optional::stream)
                    .toList();
        }
    }
}
