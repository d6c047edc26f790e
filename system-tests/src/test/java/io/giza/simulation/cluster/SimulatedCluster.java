package io.giza.simulation.cluster;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.ReplicatedRows;
import io.giza.gateway.system.SystemRows;
import io.giza.membership.StoreStartup;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Redundancy;
import io.giza.replica.Suspicion;
import io.giza.replica.TableOrder;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultyFragmentStore;
import io.giza.testkit.fault.FaultyMetadataReplica;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionAccess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** Data centers of the production classes over what is kept in memory, and their gateways. */
public final class SimulatedCluster {
    /** Objects of fewer bytes travel in their record. */
    public static final int INLINE_BELOW = 64;

    /** In how many shards the rows of a bucket lie. */
    static final int SHARDS = 4;

    private static final long FIRST_EPOCH = 1;
    private static final int STRIPE = 1024;
    static final RowMetrics ROW_METRICS = new RowMetrics(new SimpleMeterRegistry());

    private final Simulation simulation;
    private final Protocol protocol;
    private final VoteOracle oracle;
    private final RowLimits limits;
    private final Deployment deployment;
    private final List<DcName> names;
    private final Map<DcName, DataCenter> dataCenters = new LinkedHashMap<>();

    /** What one data center consists of. */
    public record DataCenter(
            ContestedRowTable table, MetadataReplica metadata, InMemoryFragmentStore fragments) {}

    /** How a gateway reaches the services of a data center: at once and always, unless it says. */
    public interface Reach {
        /** Reaches everything. */
        Reach ALL = new Reach() {};

        default MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return replica;
        }

        default FragmentStore fragments(DcName from, FragmentStore store) {
            return store;
        }

        /** Hears of the writes that a data center misses. */
        default MissedWrites missedWrites() {
            return MissedWrites.IGNORED;
        }

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
    public record GatewaySettings(
            CommitSettings commit, RequestSettings requests, Duration suspicion) {
        public static final GatewaySettings DEFAULT =
                new GatewaySettings(
                        CommitSettings.DEFAULTS, RequestSettings.DEFAULTS, Duration.ofSeconds(5));

        /** Returns these settings with others of requests. */
        public GatewaySettings with(RequestSettings others) {
            return new GatewaySettings(commit, others, suspicion);
        }

        /** Returns a suspicion of nobody, as patient as this. */
        public Suspicion newSuspicion(Surroundings of) {
            return new Suspicion(of, new Suspicion.Patience(commit.hedge(), suspicion));
        }
    }

    /** A gateway: one process, which crashes as a whole. */
    public record Gateway(
            String name,
            Surroundings surroundings,
            MetadataPath metadata,
            ObjectService objects,
            BucketService buckets,
            UploadService uploads,
            VersionAccess versions)
            implements GatewayServices {
        /** Returns the rows of the system key space. */
        public SystemRows rows() {
            return new ReplicatedRows(
                    new Cluster(
                            versions,
                            new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                            GatewaySettings.DEFAULT.requests(),
                            GatewaySettings.DEFAULT.newSuspicion(surroundings)));
        }

        /** Creates a bucket for a client that does not ask again. */
        public CreateResult create(Account account, String bucket) {
            return buckets.create(account, bucket, ClientOperation.once(surroundings.random()));
        }

        /** Deletes a bucket for a client that does not ask again. */
        public RemoveResult delete(Account account, String bucket) {
            return buckets.delete(account, bucket, ClientOperation.once(surroundings.random()));
        }

        /** Changes the versioning of a bucket for a client that does not ask again. */
        public VersioningResult version(Account account, String bucket, Versioning versioning) {
            return buckets.setVersioning(
                    account, bucket, versioning, ClientOperation.once(surroundings.random()));
        }

        /** Creates a bucket, and asks until it is told that the account has it: it is decided. */
        public BucketId createUntilDecided(Account account, String bucket) {
            while (true) {
                if (create(account, bucket) instanceof CreateResult.AlreadyYours yours) {
                    return yours.bucket().id();
                }
            }
        }
    }

    private int writeFormat = ManifestCodec.NEWEST_FORMAT;

    public SimulatedCluster(Simulation simulation, int size, Protocol protocol) {
        this(simulation, Deployment.of(size), protocol);
    }

    public SimulatedCluster(Simulation simulation, Deployment deployment, Protocol protocol) {
        this(simulation, deployment, protocol, limits(simulation));
    }

    public SimulatedCluster(
            Simulation simulation, Deployment deployment, Protocol protocol, RowLimits limits) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.oracle = new VoteOracle(deployment.metadataDcs());
        this.limits = limits;
        this.deployment = deployment;
        this.names = deployment.names();
        for (DcName dc : names) {
            var table = new ContestedRowTable(dc, simulation, oracle, protocol);
            table.begin(StoreStartup.founding(dc, FIRST_EPOCH));
            dataCenters.put(
                    dc,
                    new DataCenter(
                            table,
                            protocol.replicaOfDataCenter(replica(table, dc)),
                            new InMemoryFragmentStore(
                                    dc,
                                    simulation::yieldPoint,
                                    simulation.surroundings("store").time())));
        }
    }

    /** Small enough that rows spill all the time, now more often, now more at once. */
    private static RowLimits limits(Simulation simulation) {
        RandomGenerator random = simulation.surroundings("limits").random();
        return new RowLimits(new long[] {1, 400, 1000}[random.nextInt(3)], 200, 4);
    }

    private MetadataReplica replica(ContestedRowTable table, DcName dc) {
        SpillingRows rows = protocol.rows(table, limits, ROW_METRICS);
        return new ResolutionCheckingReplica(
                new RowTransactor(
                        dc,
                        rows,
                        new RowTransactor.Rules(protocol.admission(), protocol.acceptor())),
                table,
                simulation.surroundings("clock of " + dc).time());
    }

    /**
     * Begins with a row that a classic quorum of the data centers knows to have these versions; the
     * others know fewer.
     */
    public void prefill(ObjectKey key, List<Value> values, RandomGenerator random) {
        rowHistories().prefill(key, values, random);
    }

    /**
     * Begins with a row that has these versions.
     *
     * @param known how many of them each data center knows; a classic quorum knows all
     */
    public void prefill(ObjectKey key, List<Value> values, Map<DcName, Integer> known) {
        rowHistories().prefill(key, values, known);
    }

    private RowHistories rowHistories() {
        return new RowHistories(protocol, deployment, limits, oracle, dataCenters);
    }

    /** Returns what a data center knows of a row, from its head and its segments. */
    public Row stored(DcName dc, ObjectKey key) {
        return Objects.requireNonNull(dataCenters.get(dc)).table().wholeRow(key);
    }

    public List<DcName> names() {
        return names;
    }

    public VoteOracle oracle() {
        return oracle;
    }

    /** Returns the fragment stores themselves, without a network. */
    public List<InMemoryFragmentStore> stores() {
        return dataCenters.values().stream().map(DataCenter::fragments).toList();
    }

    /** Returns an account of all data centers that replicates nothing. */
    public Account account() {
        return account(Account.SmallObjects.inlined(INLINE_BELOW));
    }

    /**
     * Returns an account of all data centers that asks for no redundancy: what is safe must be so
     * where no more fragments were stored than decode.
     */
    public Account account(Account.SmallObjects small) {
        return new Account(
                        "default",
                        deployment.metadata(),
                        names,
                        deployment.coding(),
                        STRIPE,
                        small,
                        SHARDS)
                .with(new Redundancy(0, 0));
    }

    /** Returns the process behind each table. */
    public List<RestartingProcess> processes() {
        return dataCenters.values().stream().map(dc -> dc.table().process()).toList();
    }

    /** Returns what each data center consists of. */
    public Map<DcName, DataCenter> dataCenters() {
        return dataCenters;
    }

    /** Ends the failures of the tables. */
    public void stopFailures() {
        dataCenters.values().forEach(dc -> dc.table().stopFailures());
    }

    /** Sets the format of the manifests that gateways write which are started from now on. */
    public void setManifestFormat(int format) {
        writeFormat = format;
    }

    /** Has a gateway create a bucket, and waits until all that it does is done. */
    public BucketId createBucket(Gateway gateway, Account account, String bucket) {
        List<BucketId> created = new ArrayList<>();
        gateway.surroundings()
                .tasks()
                .fork("creates", () -> created.add(gateway.createUntilDecided(account, bucket)));
        simulation.join(gateway.name());
        return created.getFirst();
    }

    /** Starts a gateway of the first epoch. */
    public Gateway gateway(String name, DcName home, Reach reach, GatewaySettings settings) {
        return gateway(name, home, reach, settings, 1);
    }

    /** Starts a gateway; the order to raise the epoch came before the first of the epoch. */
    public Gateway gateway(
            String name, DcName home, Reach reach, GatewaySettings settings, long epoch) {
        dataCenters.values().forEach(dc -> dc.table().applyOrder(new TableOrder.Raise(epoch)));
        return new GatewayAssembly(simulation, protocol, deployment, dataCenters)
                .gateway(name, home, reach, settings, epoch, writeFormat);
    }
}
