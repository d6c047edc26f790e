package io.giza.gateway;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Budget;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.object.ReplicatedObjects;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.spool.Spool;
import io.giza.gateway.system.ReplicatedRows;
import io.giza.gateway.upload.ReplicatedUploads;
import io.giza.gateway.upload.UploadRules;
import io.giza.model.DcName;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Suspicion;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.replica.WatchedFragmentStore;
import io.giza.stripe.cache.FragmentCache;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMetrics;
import io.giza.stripe.write.StripeBuffers;
import io.giza.topology.LiveTopology;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.version.VersionRules;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Makes what a gateway does its work with in an epoch of the topology.
 *
 * @param cluster what the gateway is told of its cluster, whatever the topology
 * @param shared what outlives an epoch
 */
record BackendAssembly(
        ClusterConfiguration cluster,
        RequestProperties requests,
        ExperimentProperties experiments,
        DataCenterRoutes routes,
        Shared shared,
        Surroundings surroundings,
        MeterRegistry meters)
        implements Function<Topology, LiveTopology.Reach<Backend>> {
    /** S3's limit, for every part but the last. */
    private static final long LEAST_PART_BYTES = 5 << 20;

    /**
     * What the epochs of a gateway share.
     *
     * @param settings how long requests wait
     * @param stripes the memory of puts
     * @param reads the memory of gets
     * @param spool where bytes wait for slow clients
     * @param keys the keys that objects are encrypted with
     * @param isOperated see {@link Cluster#isOperated}
     * @param commits counts what consensus does
     * @param missed hears of writes that a data center misses
     * @param previous the data centers as they were reached last, null at first
     */
    record Shared(
            RequestSettings settings,
            StripeBuffers stripes,
            Budget reads,
            Spool spool,
            ObjectKeys keys,
            BooleanSupplier isOperated,
            CommitMetrics commits,
            MissedWrites missed,
            AtomicReference<@Nullable Cluster> previous) {}

    @Override
    public LiveTopology.Reach<Backend> apply(Topology topology) {
        ClusterConfiguration configuration = cluster.with(topology);
        DataCenterClients clients = routes.in(configuration.seats());
        Suspicion ofData = new Suspicion(surroundings, requests.toSuspicion());
        Map<DcName, FragmentStore> stores = new HashMap<>();
        Map<DcName, FragmentRepair> orders = new HashMap<>();
        for (DataCenter dc : topology.dataCenters()) {
            stores.put(dc.name(), new WatchedFragmentStore(clients.fragments(dc), ofData));
            orders.put(dc.name(), clients.orders(dc));
        }
        MetadataPath metadata = metadata(configuration, clients);
        var access =
                new VersionAccess(
                        metadata,
                        stores,
                        new BinaryFragmentFormat(),
                        requests.toPatience(),
                        VersionRules.PROTOCOL,
                        new VersionMetrics(meters, stores.keySet()));
        Cluster made =
                new Cluster(
                                access,
                                new ManifestCodec(requests.writeFormat()),
                                shared.settings(),
                                groups(topology),
                                ofData)
                        .with(shared.keys(), shared.isOperated());
        continueFrom(shared.previous().getAndSet(made), made);
        return new LiveTopology.Reach<>(
                metadata, orders, backend(made, reads(made, clients, topology)));
    }

    /** Who is away stays so. */
    private static void continueFrom(@Nullable Cluster before, Cluster made) {
        if (before != null) {
            made.suspicion().continueFrom(before.suspicion());
            made.dataSuspicion().continueFrom(before.dataSuspicion());
        }
    }

    private MetadataPath metadata(ClusterConfiguration configuration, DataCenterClients clients) {
        Map<DcName, DataCenter> dcs = configuration.toTopology().byName();
        List<MetadataReplica> replicas =
                configuration.metadataDcs().stream()
                        .map(dc -> clients.metadata(Objects.requireNonNull(dcs.get(dc))))
                        .toList();
        return MetadataPath.over(
                MetadataGroup.of(
                                cluster.dc(),
                                configuration.seats(),
                                replicas,
                                surroundings,
                                new Suspicion(surroundings, requests.toSuspicion()))
                        .withMissedWrites(shared.missed()),
                requests.toCommitSettings(experiments),
                MetadataPath.Rules.PROTOCOL,
                shared.commits());
    }

    private ReadResources reads(Cluster made, DataCenterClients clients, Topology topology) {
        ReadListener metrics =
                new ReadMetrics(surroundings.time(), meters, made.versions().fragments().keySet());
        Optional<FragmentCache> cache =
                clients.copies(topology)
                        .map(
                                copies ->
                                        new FragmentCache(
                                                surroundings,
                                                made.format(),
                                                copies,
                                                () -> !made.dataSuspicion().isSuspect(copies.dc()),
                                                meters));
        return cache.map(
                        near ->
                                new ReadResources(
                                        near.forgetting(metrics),
                                        shared.reads(),
                                        near::near,
                                        shared.spool()))
                .orElseGet(() -> new ReadResources(metrics, shared.reads(), shared.spool()));
    }

    private Backend backend(Cluster made, ReadResources reads) {
        BucketDirectory directory = new BucketDirectory(made);
        ObjectWriter writer = new ObjectWriter(made, directory, shared.stripes(), shared.spool());
        return new Backend(
                made,
                directory,
                new ReplicatedBuckets(made, directory),
                new ReplicatedRows(made),
                new ReplicatedObjects(made, directory, writer, reads, meters),
                new ReplicatedUploads(
                        made, directory, writer, UploadRules.PROTOCOL, LEAST_PART_BYTES));
    }

    private static Map<DcName, String> groups(Topology topology) {
        return topology.dataCenters().stream()
                .collect(Collectors.toMap(DataCenter::name, DataCenter::group));
    }
}
