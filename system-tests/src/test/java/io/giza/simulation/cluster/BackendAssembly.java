package io.giza.simulation.cluster;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.system.ReplicatedRows;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedFragmentStore;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Assembles the services of a gateway in an epoch from the production classes.
 *
 * @param writeFormat the format of the manifests that it writes
 */
public record BackendAssembly(Protocol protocol, GatewaySettings settings, int writeFormat) {
    private static final VersionMetrics METRICS =
            new VersionMetrics(new SimpleMeterRegistry(), Set.of());

    /** Works over these tables and fragment stores. */
    public Backend over(MetadataPath metadata, Map<DcName, FragmentStore> stores) {
        Surroundings surroundings = metadata.group().surroundings();
        Suspicion ofData = settings.newSuspicion(surroundings);
        Map<DcName, FragmentStore> watched = new LinkedHashMap<>();
        stores.forEach(
                (dc, store) ->
                        watched.put(
                                dc,
                                new WatchedFragmentStore(
                                        protocol.storeSeenByGateway(store), ofData)));
        Cluster cluster =
                new Cluster(
                        new VersionAccess(
                                metadata,
                                watched,
                                new BinaryFragmentFormat(),
                                VersionAccess.Timeouts.DEFAULTS,
                                protocol.versions(),
                                METRICS),
                        new ManifestCodec(writeFormat),
                        settings.requests(),
                        ofData);
        BucketDirectory directory = protocol.directory(cluster);
        return new Backend(
                cluster,
                directory,
                protocol.buckets(cluster, directory),
                new ReplicatedRows(cluster),
                new ReplicatedObjects(
                        cluster, directory, reads(metadata.group().home(), surroundings)),
                protocol.uploads(cluster, directory));
    }

    private ReadResources reads(DcName home, Surroundings surroundings) {
        ReadResources plain = ReadResources.unlimited(surroundings);
        return new ReadResources(
                plain.listener(), plain.memory(), protocol.near(home, surroundings), plain.spool());
    }
}
