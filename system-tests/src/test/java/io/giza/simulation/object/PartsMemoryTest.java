package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
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
import io.giza.gateway.spool.Spool;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.write.StripeBuffers;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A get of an object of parts and one beside it, in simulated time. */
class PartsMemoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LENGTH = 20_000;

    /** Plenty for two parts: a get of parts takes 192 KiB to begin with. */
    private static final int MOST = 400 << 10;

    private static final long OF_KEY = new BudgetLimits(MOST, 1).ofKey();

    @Test
    void aPartThatIsReadAheadMakesRoomForWhoWaits() {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put("whole");
                    fixture.putParts("parts");
                    var tasks = fixture.surroundings.tasks();
                    Inbox<Long> slow = tasks.inbox(1);
                    tasks.fork("slow", () -> slow.put(fixture.get("parts", Duration.ofSeconds(1))));
                    fixture.surroundings.time().sleep(Duration.ofSeconds(5));
                    Budget.Share rest = fixture.takeRest();

                    assertThat(fixture.get("whole", Duration.ZERO)).isEqualTo(LENGTH);
                    rest.close();
                    assertThat(slow.take(fixture.surroundings.time().after(Duration.ofDays(1))))
                            .hasValue(2L * LENGTH);
                    assertThat(fixture.reads.held()).isZero();
                });
    }

    private static final class Fixture {
        final Surroundings surroundings;
        final Budget reads;
        private final Account account;
        private final Gateway gateway;
        private final ReplicatedObjects objects;

        Fixture(Simulation simulation) {
            this.surroundings = simulation.scenario();
            SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account = cluster.account();
            this.gateway =
                    cluster.gateway(
                            "gateway",
                            cluster.names().getFirst(),
                            Reach.ALL,
                            GatewaySettings.DEFAULT);
            assertThat(gateway.create(account, "bucket"))
                    .isInstanceOf(BucketService.CreateResult.Created.class);
            Cluster scarce =
                    new Cluster(
                            gateway.versions(),
                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                            RequestSettings.DEFAULTS.with(
                                    new StripeBuffers.Limits(1 << 20, 1, PATIENCE)),
                            GatewaySettings.DEFAULT.newSuspicion(surroundings));
            this.reads = new Budget(surroundings.tasks(), new BudgetLimits(MOST, 1));
            this.objects =
                    new ReplicatedObjects(
                            scarce,
                            new BucketDirectory(scarce),
                            new ReadResources(
                                    ReadListener.NONE, reads, Spool.none(surroundings.time())));
        }

        void put(String key) throws IOException {
            PutRequest request =
                    new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
            assertThat(gateway.objects().put(request, new TextBody(key, LENGTH)))
                    .isInstanceOf(PutResult.Stored.class);
        }

        void putParts(String key) throws IOException {
            Upload upload =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            account.name(),
                            Instant.EPOCH);
            var created =
                    (UploadService.CreateResult.Created)
                            gateway.uploads().create(target(key), upload);
            List<DeclaredPart> claims = new ArrayList<>();
            for (int number = 1; number <= 2; number++) {
                TextBody body = new TextBody("part-" + number, LENGTH);
                PartTarget part = new PartTarget(target(key), created.upload(), number);
                assertThat(gateway.uploads().putPart(part, _ -> body))
                        .isInstanceOf(PutResult.Stored.class);
                claims.add(new DeclaredPart(number, body.etag(), Map.of()));
            }
            assertThat(
                            gateway.uploads()
                                    .complete(
                                            new CompleteRequest(
                                                    target(key),
                                                    created.upload(),
                                                    claims,
                                                    new WriteCondition.None(),
                                                    Expected.NOTHING)))
                    .isInstanceOf(CompleteResult.Completed.class);
        }

        /** Holds all that is left. */
        Budget.Share takeRest() {
            return reads.take(
                            account.name(),
                            OF_KEY - reads.held(),
                            surroundings.time().after(Duration.ZERO),
                            surroundings.time())
                    .orElseThrow();
        }

        /** Returns how many bytes there were, of which a client took one piece after the other. */
        long get(String key, Duration pause) {
            GetResult result = objects.get(new GetRequest(target(key), null, true));
            assertThat(result).isInstanceOf(GetResult.Found.class);
            ByteArrayOutputStream taken =
                    new ByteArrayOutputStream() {
                        @Override
                        public void write(byte[] source, int offset, int count) {
                            super.write(source, offset, count);
                            surroundings.time().sleep(pause);
                        }
                    };
            try (var object = ((GetResult.Found) result).object()) {
                object.writeTo(ByteTarget.of(taken), 0, object.manifest().size());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return taken.size();
        }

        private Target target(String key) {
            return new Target(account, "bucket", key, OpId.random(surroundings.random()));
        }
    }
}
