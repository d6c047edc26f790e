package io.giza.simulation.cluster;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedFragmentStore;
import io.giza.simulation.cluster.SimulatedCluster.DataCenter;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Puts gateways of the production classes together, over the data centers of a simulation. */
record GatewayAssembly(
        Simulation simulation,
        Protocol protocol,
        Deployment deployment,
        Map<DcName, DataCenter> dataCenters) {
    private static final VersionMetrics VERSION_METRICS =
            new VersionMetrics(new SimpleMeterRegistry(), Set.of());
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
        Suspicion dataSuspicion = settings.newSuspicion(surroundings);
        dataCenters.forEach(
                (dc, parts) -> {
                    if (deployment.metadata().contains(dc)) {
                        replicas.put(dc, reach.metadata(home, parts.metadata()));
                    }
                    stores.put(
                            dc,
                            new WatchedFragmentStore(
                                    protocol.storeSeenByGateway(
                                            reach.fragments(home, parts.fragments())),
                                    dataSuspicion));
                });
        MetadataGroup group =
                new MetadataGroup(
                        home,
                        epoch,
                        protocol.replicasByCountedName(home, replicas),
                        protocol.quorums(deployment.metadataDcs()),
                        surroundings,
                        settings.newSuspicion(surroundings));
        MetadataPath metadata =
                MetadataPath.over(group, settings.commit(), protocol.rules(), METRICS);
        Cluster cluster =
                new Cluster(
                        new VersionAccess(
                                metadata,
                                stores,
                                new BinaryFragmentFormat(),
                                VersionAccess.Timeouts.DEFAULTS,
                                protocol.versions(),
                                VERSION_METRICS),
                        new ManifestCodec(writeFormat),
                        settings.requests(),
                        dataSuspicion);
        BucketDirectory directory = protocol.directory(cluster);
        return new Gateway(
                name,
                surroundings,
                metadata,
                new ReplicatedObjects(cluster, directory, reads(home, surroundings)),
                protocol.buckets(cluster, directory),
                protocol.uploads(cluster, directory),
                cluster.versions());
    }

    private ReadResources reads(DcName home, Surroundings surroundings) {
        ReadResources plain = ReadResources.unlimited(surroundings);
        return new ReadResources(
                plain.listener(), plain.memory(), protocol.near(home, surroundings), plain.spool());
    }
}
