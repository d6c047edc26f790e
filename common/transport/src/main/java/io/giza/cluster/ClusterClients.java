package io.giza.cluster;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.MissedWrites;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RowSeeding;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.config.ClusterConfiguration;
import io.giza.http.HttpFragmentStore;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.http.TracedFragmentInventory;
import io.giza.http.TracedFragmentRepair;
import io.giza.http.TracedFragmentStore;
import io.giza.http.TracedMetadataReplica;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Suspicion;
import io.giza.replica.Topology.DataCenter;
import io.giza.replica.WatchedFragmentStore;
import io.giza.stripe.FragmentInventory;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.version.VersionRules;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.MeterRegistry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * The services of all data centers, as a worker reaches them over HTTP.
 *
 * @param versions metadata and fragments
 * @param inventories what lies in the fragment store of each data center
 * @param repairs what a recovery may do to the fragment store of each data center
 * @param seedings what gives rows to the table of each metadata data center, should it take the
 *     place of a lost one
 */
public record ClusterClients(
        VersionAccess versions,
        Map<DcName, FragmentInventory> inventories,
        Map<DcName, FragmentRepair> repairs,
        Map<DcName, RangeSeeding> seedings) {
    /** How long one call to a row may take. */
    private static final Duration METADATA_CALL = Duration.ofSeconds(5);

    /** How often a data center that does not answer is tried again. */
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(5);

    public ClusterClients {
        inventories = Map.copyOf(inventories);
        repairs = Map.copyOf(repairs);
        seedings = Map.copyOf(seedings);
    }

    /**
     * Reaches the services of a topology; nothing is sent yet.
     *
     * @param client whose connections are used, whatever seats it knows
     * @param missed hears of writes that a data center misses
     * @param commits counts what consensus does
     */
    public static ClusterClients of(
            ClusterConfiguration cluster,
            ServiceClient client,
            MissedWrites missed,
            Surroundings surroundings,
            MeterRegistry meters,
            CommitMetrics commits) {
        var caller = new Caller(cluster, client.with(cluster.seats()), surroundings, meters);
        Map<DcName, HttpFragmentStore> stores = caller.stores();
        MetadataGroup group = caller.group().withMissedWrites(missed);
        VersionAccess versions =
                new VersionAccess(
                        MetadataPath.over(
                                group,
                                CommitSettings.DEFAULTS,
                                MetadataPath.Rules.PROTOCOL,
                                commits),
                        caller.watched(stores),
                        new BinaryFragmentFormat(),
                        VersionAccess.Timeouts.DEFAULTS,
                        VersionRules.PROTOCOL,
                        new VersionMetrics(meters, stores.keySet()));
        return new ClusterClients(
                versions,
                caller.inventories(stores),
                caller.repairs(stores),
                seedings(group, commits));
    }

    /** Who calls the services, and how its calls are watched and measured. */
    private record Caller(
            ClusterConfiguration cluster,
            ServiceClient client,
            Surroundings surroundings,
            MeterRegistry meters) {
        Map<DcName, HttpFragmentStore> stores() {
            return mapped(
                    cluster.toTopology().byName(),
                    (name, dc) -> new HttpFragmentStore(name, dc.fragments(), client));
        }

        Map<DcName, FragmentStore> watched(Map<DcName, HttpFragmentStore> stores) {
            Suspicion suspicion = suspicion(surroundings);
            return mapped(
                    stores,
                    (_, store) ->
                            new WatchedFragmentStore(
                                    new TracedFragmentStore(store, cluster.dc(), time(), meters),
                                    suspicion));
        }

        Map<DcName, FragmentInventory> inventories(Map<DcName, HttpFragmentStore> stores) {
            return mapped(
                    stores,
                    (_, store) -> new TracedFragmentInventory(store, cluster.dc(), time(), meters));
        }

        Map<DcName, FragmentRepair> repairs(Map<DcName, HttpFragmentStore> stores) {
            return mapped(
                    stores,
                    (_, store) -> new TracedFragmentRepair(store, cluster.dc(), time(), meters));
        }

        MetadataGroup group() {
            Map<DcName, DataCenter> topology = cluster.toTopology().byName();
            List<MetadataReplica> replicas = new ArrayList<>();
            for (DcName name : cluster.metadataDcs()) {
                DataCenter dc = Objects.requireNonNull(topology.get(name));
                replicas.add(
                        new TracedMetadataReplica(
                                new HttpMetadataReplica(name, dc.metadata(), client, METADATA_CALL),
                                cluster.dc(),
                                time(),
                                meters));
            }
            return MetadataGroup.of(
                    cluster.dc(), cluster.seats(), replicas, surroundings, suspicion(surroundings));
        }

        private Time time() {
            return surroundings.time();
        }

        private static <S, T> Map<DcName, T> mapped(
                Map<DcName, S> source, BiFunction<DcName, S, T> mapping) {
            Map<DcName, T> result = new HashMap<>();
            source.forEach((name, each) -> result.put(name, mapping.apply(name, each)));
            return result;
        }
    }

    /** One for metadata and one for fragments: either may fail while the other answers. */
    private static Suspicion suspicion(Surroundings surroundings) {
        Duration silence = CommitSettings.DEFAULTS.hedge();
        return new Suspicion(surroundings, new Suspicion.Patience(silence, PROBE_INTERVAL));
    }

    private static Map<DcName, RangeSeeding> seedings(MetadataGroup group, CommitMetrics commits) {
        Map<DcName, RangeSeeding> seedings = new HashMap<>();
        for (DcName joiner : group.names()) {
            RowSeeding rows =
                    RowSeeding.of(
                            group,
                            joiner,
                            CommitSettings.DEFAULTS,
                            MetadataPath.Rules.PROTOCOL,
                            commits);
            seedings.put(joiner, new RangeSeeding(rows, RangeSeeding.BatchSizes.DEFAULTS));
        }
        return seedings;
    }
}
