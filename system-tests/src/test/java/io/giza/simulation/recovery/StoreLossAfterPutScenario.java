package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
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
import io.giza.simulation.fault.LostResolutions;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

/**
 * A put is acknowledged, and no row hears of that. At once a store is replaced by an empty one,
 * which does not know yet what it held. Were that taken for a fragment that never was there, a
 * reader would pass the version over.
 */
public final class StoreLossAfterPutScenario {
    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final SingleObject object;

    private StoreLossAfterPutScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        this.object = new SingleObject(simulation, cluster);
    }

    /** Runs the scenario. */
    public static void run(Simulation simulation, Protocol protocol) {
        new StoreLossAfterPutScenario(simulation, protocol).exercise();
    }

    private void exercise() {
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        Reach reach = new LostResolutions(Reach.over(network, network));
        Gateway writer = gateway("writer", reach);
        object.create(writer);
        check(object.put(writer, "acknowledged") instanceof PutResult.Stored, "not stored");
        Gateway reader = gateway("reader", new EmptyStoreReach(reach, cluster.names().get(1)));
        GetResult result = object.get(reader);
        check(result instanceof GetResult.Found, "I7: acknowledged and passed over: " + result);
        ((GetResult.Found) result).object().close();
    }

    /** The store of one data center took the place of another, and serves nothing yet. */
    private record EmptyStoreReach(Reach reach, DcName dc) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            FragmentStore near = reach.fragments(from, store);
            return store.dc().equals(dc)
                    ? new ForwardingFragmentStore(near) {
                        @Override
                        public FragmentRead read(FragmentId id, long offset, long length)
                                throws ReplicaException {
                            throw new ReplicaException.NotReady(dc(), "it is being rebuilt", null);
                        }
                    }
                    : near;
        }
    }

    private Gateway gateway(String name, Reach reach) {
        return cluster.gateway(name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
    }
}
