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
import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.spool.Spool;
import io.giza.model.OpId;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.write.StripeBuffers;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Copies where there is memory for one put and one get at a time, in simulated time. */
class CopyMemoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int COPIES = 4;

    /** More than is read ahead of a copy. */
    private static final int LENGTH = 20_000;

    @Test
    void copiesNeverWaitForEachOtherInACircle() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    Inbox<Boolean> copied = fixture.surroundings.tasks().inbox(COPIES);
                    for (int i = 0; i < COPIES; i++) {
                        String key = "copy-" + i;
                        fixture.surroundings
                                .tasks()
                                .fork(key, () -> copied.put(fixture.copies("source", key)));
                    }
                    for (int i = 0; i < COPIES; i++) {
                        assertThat(copied.take(fixture.surroundings.time().after(PATIENCE)))
                                .hasValue(true);
                    }
                    assertThat(fixture.reads.held()).isZero();
                });
    }

    private static final class Fixture {
        final Surroundings surroundings;
        final Budget reads;
        private final Account account;
        private final ReplicatedObjects objects;

        Fixture(Simulation simulation) throws IOException {
            this.surroundings = simulation.scenario();
            SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account = cluster.account();
            Gateway gateway =
                    cluster.gateway(
                            "gateway",
                            cluster.names().getFirst(),
                            Reach.ALL,
                            GatewaySettings.DEFAULT);
            assertThat(gateway.create(account, "bucket")).isInstanceOf(CreateResult.Created.class);
            Cluster scarce =
                    new Cluster(
                            gateway.versions(),
                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                            RequestSettings.DEFAULTS.with(new StripeBuffers.Limits(1, 1, PATIENCE)),
                            GatewaySettings.DEFAULT.newSuspicion(surroundings));
            this.reads = new Budget(surroundings.tasks(), new BudgetLimits(1, 1));
            this.objects =
                    new ReplicatedObjects(
                            scarce,
                            new BucketDirectory(scarce),
                            new ReadResources(
                                    ReadListener.NONE, reads, Spool.none(surroundings.time())));
            assertThat(objects.put(put("source"), new TextBody("kept", LENGTH)))
                    .isInstanceOf(PutResult.Stored.class);
        }

        /** Does what a gateway does for CopyObject and UploadPartCopy. */
        boolean copies(String from, String to) {
            return objects.get(new GetRequest(target(from), null, false))
                            instanceof GetResult.Found(var source)
                    && copies(
                            new CopiedBody(surroundings, source, 0, LENGTH, Optional.empty()), to);
        }

        private boolean copies(CopiedBody source, String to) {
            try (source) {
                return objects.put(put(to), source) instanceof PutResult.Stored;
            } catch (IOException e) {
                return false;
            }
        }

        private PutRequest put(String key) {
            return new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
        }

        private Target target(String key) {
            return new Target(account, "bucket", key, OpId.random(surroundings.random()));
        }
    }
}
