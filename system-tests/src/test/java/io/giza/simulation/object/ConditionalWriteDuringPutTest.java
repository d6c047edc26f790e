package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.fault.StuckUploads;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A conditional write meets a put that is a second old, whose gateway is about to acknowledge it.
 */
class ConditionalWriteDuringPutTest {
    /**
     * At first what is there decodes, and the rest is out of reach. Later one of the others is, and
     * what is left would not decode.
     *
     * @param looks how many times the writer looks before that
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void isNotGivenUpThoughADataCenterFailsBetweenTwoLooks(int looks) {
        Seeds.simulate(
                10,
                simulation -> {
                    SimulatedCluster cluster =
                            new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    List<DcName> names = cluster.names();
                    SingleObject object = new SingleObject(simulation, cluster);
                    Network network =
                            new Network(simulation.surroundings("network"), FaultPlan.CALM);
                    Reach reach = Reach.over(network, network);
                    Reach stuck =
                            new StuckUploads(
                                    reach,
                                    Set.copyOf(names.subList(0, 2)),
                                    simulation.surroundings("slow").time());
                    Gateway slow =
                            cluster.gateway(
                                    "slow", names.getFirst(), stuck, GatewaySettings.DEFAULT);
                    Gateway writer =
                            cluster.gateway(
                                    "writer",
                                    names.getFirst(),
                                    new FailingInTurn(reach, names, new Countdown(looks)),
                                    GatewaySettings.DEFAULT);
                    object.create(slow);
                    List<PutResult> answers = new ArrayList<>();
                    simulation
                            .surroundings("slow")
                            .tasks()
                            .fork("puts", () -> answers.add(object.put(slow, "slow")));
                    simulation.scenario().time().sleep(Duration.ofSeconds(1));
                    WriteCondition exists = new WriteCondition.Matches("*");
                    PutResult next = object.put(writer, exists, SingleObject.body("next"));
                    simulation.scenario().time().sleep(Duration.ofSeconds(30));
                    assertThat(List.of(answers.getFirst(), next))
                            .hasOnlyElementsOfType(PutResult.Stored.class);
                });
    }

    /** How many looks are left until another data center fails. */
    private static final class Countdown {
        private int left;

        Countdown(int left) {
            this.left = left;
        }
    }

    /** The fragment of the last data center cannot be read at first, later that of the second. */
    private record FailingInTurn(Reach reach, List<DcName> names, Countdown looks)
            implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            boolean isFirst = store.dc().equals(names.getFirst());
            boolean isLast = store.dc().equals(names.getLast());
            return new ForwardingFragmentStore(reach.fragments(from, store)) {
                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    boolean fails = !isFirst && isLast == looks.left > 0;
                    looks.left -= isLast ? 1 : 0;
                    if (fails) {
                        throw new ReplicaException.Failed(
                                store.dc(), "fails now", new IOException("cut"));
                    }
                    return super.read(id, offset, length);
                }
            };
        }
    }
}
