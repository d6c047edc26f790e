package io.giza.simulation.cluster;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.epoch.Backend;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.SimulatedCluster.DataCenter;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.util.LinkedHashMap;
import java.util.Map;

/** Puts gateways of the production classes together, over the data centers of a simulation. */
record GatewayAssembly(
        Simulation simulation,
        Protocol protocol,
        Deployment deployment,
        Map<DcName, DataCenter> dataCenters) {
    private static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());

    /** Returns a gateway that writes manifests of a format. */
    Gateway gateway(
            String name,
            DcName home,
            Reach reach,
            GatewaySettings settings,
            long epoch,
            int writeFormat) {
        Surroundings own = simulation.surroundings(name);
        Surroundings surroundings =
                new Surroundings(own.tasks(), own.time(), protocol.random(own.random()));
        Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>();
        Map<DcName, FragmentStore> stores = new LinkedHashMap<>();
        dataCenters.forEach(
                (dc, parts) -> {
                    if (deployment.metadata().contains(dc)) {
                        replicas.put(dc, reach.metadata(home, parts.metadata()));
                    }
                    stores.put(dc, reach.fragments(home, parts.fragments()));
                });
        MetadataGroup group =
                new MetadataGroup(
                                home,
                                epoch,
                                protocol.replicasByCountedName(home, replicas),
                                protocol.quorums(deployment.metadataDcs()),
                                surroundings,
                                settings.newSuspicion(surroundings))
                        .withMissedWrites(reach.missedWrites());
        MetadataPath metadata =
                MetadataPath.over(group, settings.commit(), protocol.rules(), METRICS);
        Backend made = new BackendAssembly(protocol, settings, writeFormat).over(metadata, stores);
        return new Gateway(
                name,
                surroundings,
                metadata,
                made.objects(),
                made.buckets(),
                made.uploads(),
                made.cluster().versions());
    }
}
