package io.giza.simulation;

import io.giza.commit.CommitMetrics;
import io.giza.commit.CommitSettings;
import io.giza.commit.MetadataGroup;
import io.giza.commit.MetadataPath;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketRegistry;
import io.giza.gateway.object.Cluster;
import io.giza.gateway.object.StoredObjects;
import io.giza.gateway.object.StorySettings;
import io.giza.metadata.row.RowTransactor;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Suspicion;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultyFragmentStore;
import io.giza.testkit.fault.FaultyMetadataReplica;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.ManifestCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Data centers of the production classes over tables and fragment stores in memory, and gateways
 * that reach them.
 */
final class SimulatedCluster {
    /** Objects of fewer bytes travel in their record. */
    static final int INLINE_BELOW = 64;

    private static final int STRIPE = 1024;
    private static final VersionMetrics VERSION_METRICS =
            new VersionMetrics(new SimpleMeterRegistry());
    private static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());

    private final Simulation simulation;
    private final Protocol protocol;
    private final VoteOracle oracle;
    private final List<DcName> names;
    private final Map<DcName, DataCenter> dataCenters = new LinkedHashMap<>();

    /** What one data center consists of. */
    record DataCenter(
            ContestedRowTable table, MetadataReplica metadata, InMemoryFragmentStore fragments) {}

    /** How a gateway reaches the services of a data center. */
    interface Reach {
        MetadataReplica metadata(DcName from, MetadataReplica replica);

        FragmentStore fragments(DcName from, FragmentStore store);

        /** Reaches metadata and fragments, which fail apart, over networks with faults. */
        static Reach over(Network metadata, Network fragments) {
            return new Reach() {
                @Override
                public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                    return new FaultyMetadataReplica(replica, metadata.link(from, replica.dc()));
                }

                @Override
                public FragmentStore fragments(DcName from, FragmentStore store) {
                    return new FaultyFragmentStore(store, fragments.link(from, store.dc()));
                }
            };
        }
    }

    /** How patient gateways are. */
    record Patience(CommitSettings commit, StorySettings story, Duration suspicion) {
        static final Patience DEFAULT =
                new Patience(
                        CommitSettings.DEFAULTS, StorySettings.DEFAULTS, Duration.ofSeconds(2));
    }

    /** A gateway: one process, which crashes as a whole. */
    record Gateway(
            String name,
            Surroundings surroundings,
            MetadataPath metadata,
            StoredObjects objects,
            BucketRegistry buckets,
            VersionAccess versions) {}

    SimulatedCluster(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.oracle = new VoteOracle(size);
        this.names = Samples.dataCenters(size);
        for (DcName dc : names) {
            var table = new ContestedRowTable(dc, simulation, oracle, protocol);
            dataCenters.put(
                    dc,
                    new DataCenter(
                            table,
                            protocol.served(rows(dc, table)),
                            new InMemoryFragmentStore(dc, simulation::yieldPoint)));
        }
    }

    private RowTransactor rows(DcName dc, ContestedRowTable table) {
        return new RowTransactor(
                dc, table, new RowTransactor.Rules(protocol.admission(), protocol.acceptor()));
    }

    List<DcName> names() {
        return names;
    }

    VoteOracle oracle() {
        return oracle;
    }

    /** Returns the fragment stores themselves, without a network. */
    List<InMemoryFragmentStore> stores() {
        return dataCenters.values().stream().map(DataCenter::fragments).toList();
    }

    /** Returns an account of all data centers, with as many data fragments as leave one parity. */
    Account account() {
        return new Account(
                "default",
                names,
                names,
                new Coding.ReedSolomon(names.size() - 1, 1),
                STRIPE,
                INLINE_BELOW);
    }

    /** Ends the failures of the tables. */
    void calm() {
        dataCenters.values().forEach(dc -> dc.table().calm());
    }

    /** Starts a gateway. */
    Gateway gateway(String name, DcName home, Reach reach, Patience patience) {
        Surroundings own = simulation.surroundings(name);
        Surroundings surroundings =
                new Surroundings(own.tasks(), own.time(), protocol.chance(own.random()));
        Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>();
        Map<DcName, FragmentStore> stores = new LinkedHashMap<>();
        dataCenters.forEach(
                (dc, parts) -> {
                    replicas.put(dc, reach.metadata(home, parts.metadata()));
                    stores.put(dc, protocol.understood(reach.fragments(home, parts.fragments())));
                });
        MetadataGroup group =
                new MetadataGroup(
                        home,
                        1,
                        replicas,
                        protocol.quorums(names.size()),
                        surroundings,
                        new Suspicion(own.time(), patience.suspicion()));
        MetadataPath metadata =
                MetadataPath.over(group, patience.commit(), protocol.rules(), METRICS);
        Cluster cluster =
                new Cluster(
                        new VersionAccess(
                                metadata,
                                stores,
                                new BinaryFragmentFormat(),
                                VersionAccess.Patience.DEFAULTS,
                                protocol.versions(),
                                VERSION_METRICS),
                        new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                        patience.story());
        BucketDirectory directory = new BucketDirectory(cluster);
        return new Gateway(
                name,
                surroundings,
                metadata,
                new StoredObjects(cluster, directory),
                new BucketRegistry(cluster, directory),
                cluster.versions());
    }
}
