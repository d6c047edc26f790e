package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.OpId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
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

/** Two attempts of one operation are under way at two gateways at the same time. */
class ConcurrentAttemptsTest {
    /** Longer than a condition waits for data before it is looked at once more. */
    private static final Duration DELAY = RequestSettings.DEFAULTS.resolve().plusSeconds(2);

    /** Both wait for the data of the version that their condition rests on. */
    @Test
    void aRetryThatWaitsIsNotRefusedForWhatItsFirstAttemptWroteMeanwhile() {
        Seeds.simulate(
                40,
                simulation -> {
                    SimulatedCluster cluster =
                            new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    SingleObject object = new SingleObject(simulation, cluster);
                    Network network =
                            new Network(simulation.surroundings("network"), FaultPlan.CALM);
                    Reach reach = Reach.over(network, network);
                    Gateway slow = gateway(cluster, "slow", 0, new LateUploads(reach, simulation));
                    Gateway one = gateway(cluster, "one", 1, reach);
                    Gateway other = gateway(cluster, "other", 2, reach);
                    object.create(slow);
                    fork(simulation, "slow", () -> object.put(slow, "before"));
                    simulation.scenario().time().sleep(Duration.ofSeconds(1));

                    Attempts attempts =
                            new Attempts(cluster, OpId.random(simulation.scenario().random()));
                    List<PutResult> first = new ArrayList<>();
                    List<PutResult> retry = new ArrayList<>();
                    fork(simulation, "one", () -> first.add(attempts.put(one, false)));
                    fork(simulation, "other", () -> retry.add(attempts.put(other, true)));
                    simulation.scenario().time().sleep(Duration.ofSeconds(30));

                    assertThat(retry).hasSize(1).hasOnlyElementsOfType(PutResult.Stored.class);
                    // Where its retry came first it writes nothing.
                    assertThat(first.getFirst())
                            .isInstanceOfAny(PutResult.Stored.class, Failure.OutcomeUnknown.class);
                });
    }

    /** What both attempts ask for: to replace what was there before. */
    private record Attempts(SimulatedCluster cluster, OpId op) {
        PutResult put(Gateway through, boolean isRetry) {
            Instant now = through.surroundings().time().instant();
            ClientOperation operation = new ClientOperation(op, isRetry, now);
            PutRequest request =
                    new PutRequest(
                            new Target(
                                    cluster.account(),
                                    SingleObject.BUCKET,
                                    SingleObject.NAME,
                                    operation),
                            new WriteCondition.Matches(SingleObject.body("before").etag()),
                            Map.of(),
                            Map.of());
            try {
                return through.objects().put(request, new TextBody("after", 10));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Gateway gateway(SimulatedCluster cluster, String name, int dc, Reach reach) {
        return cluster.gateway(name, cluster.names().get(dc), reach, GatewaySettings.DEFAULT);
    }

    private static void fork(Simulation simulation, String group, Runnable body) {
        simulation.surroundings(group).tasks().fork("puts", body);
    }

    /** Fragments arrive long after the record that they belong to. */
    private record LateUploads(Reach reach, Simulation simulation) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(reach.fragments(from, store)) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    simulation.surroundings("slow").time().sleep(DELAY);
                    return super.create(id, length);
                }
            };
        }
    }
}
