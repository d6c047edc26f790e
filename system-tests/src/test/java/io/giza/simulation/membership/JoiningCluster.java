package io.giza.simulation.membership;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RowSeeding;
import io.giza.concurrent.Surroundings;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.cluster.ContestedRowTable;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.FaultyMetadataReplica;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Metadata of a few data centers, of which one is lost and replaced by an empty table. Gateways of
 * the first epoch know the old table, those of the second the new one.
 */
public final class JoiningCluster {
    private static final RowMetrics ROW_METRICS = new RowMetrics(new SimpleMeterRegistry());

    public static final long BEFORE = 1;
    public static final long AFTER = 2;

    private static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());
    private static final RangeSeeding.BatchSizes STEPS = new RangeSeeding.BatchSizes(2, 2);

    private final Simulation simulation;
    private final Protocol protocol;
    private final VoteOracle oracle;
    private final Network network;
    private final List<DcName> names;
    private final DcName lost;
    private final Map<DcName, ContestedRowTable> tables = new LinkedHashMap<>();
    private final Map<DcName, MetadataReplica> first = new LinkedHashMap<>();
    private final boolean misdirected;
    private @Nullable MetadataReplica replacement;
    private boolean gone;

    /** A process with a client, or one that seeds. */
    record Gateway(String name, Surroundings surroundings, MetadataPath metadata) {}

    JoiningCluster(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.oracle = new VoteOracle(size);
        this.names = Samples.dataCenters(size);
        RandomGenerator random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.lost = names.get(random.nextInt(size));
        this.misdirected = random.nextInt(3) == 0;
        for (DcName dc : names) {
            first.put(dc, entered(table(dc), seat(dc, 0, BEFORE, members()), dc.value()));
        }
    }

    private ContestedRowTable table(DcName dc) {
        ContestedRowTable table = new ContestedRowTable(dc, simulation, oracle, protocol);
        tables.put(dc, table);
        return table;
    }

    private String members() {
        return names.stream().map(DcName::value).collect(Collectors.joining(","));
    }

    private String membersAfter() {
        return members() + ";" + lost + "@" + AFTER;
    }

    private static Seat seat(DcName dc, long joined, long epoch, String members) {
        return new Seat("giza", dc, joined, epoch, members);
    }

    private MetadataReplica entered(ContestedRowTable table, Seat seat, String life) {
        DcName dc = seat.dc();
        StoreStartup entry = new StoreStartup("the table", seat, true, true, 0, life);
        RowTransactor rows =
                new RowTransactor(
                        dc,
                        protocol.rows(table, RowLimits.DEFAULTS, ROW_METRICS),
                        new RowTransactor.Rules(protocol.admission(), protocol.acceptor()));
        while (true) {
            try {
                rows.enter(entry);
                return rows;
            } catch (ReplicaException e) {
                simulation.yieldPoint(); // it does not start, and is started again
            }
        }
    }

    VoteOracle oracle() {
        return oracle;
    }

    Network network() {
        return network;
    }

    List<DcName> names() {
        return names;
    }

    DcName lost() {
        return lost;
    }

    /** Nobody reaches the lost table any more. */
    void lose() {
        gone = true;
    }

    /** The lost table is there again, for those who still look for it. */
    void resurrect() {
        gone = false;
    }

    /** Puts an empty table in the place of the lost one. */
    void replace() {
        DcName fresh = new DcName(lost.value() + "-new");
        oracle.noteReplacement(fresh, lost);
        replacement =
                entered(table(fresh), seat(lost, AFTER, AFTER, membersAfter()), fresh.value());
    }

    void calm() {
        network.calm();
        tables.values().forEach(ContestedRowTable::stopFailures);
    }

    /** Starts a gateway, or another process, of an epoch. */
    Gateway gateway(String name, DcName home, long epoch) {
        return gateway(name, home, epoch, protocol.quorums(names.size()));
    }

    private Gateway gateway(String name, DcName home, long epoch, Quorums quorums) {
        Surroundings surroundings = simulation.surroundings(name);
        Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>();
        for (DcName dc : names) {
            replicas.put(dc, new FaultyMetadataReplica(route(dc, epoch), network.link(home, dc)));
        }
        MetadataGroup group =
                new MetadataGroup(
                        home,
                        epoch,
                        replicas,
                        quorums,
                        surroundings,
                        SimulatedCluster.GatewaySettings.DEFAULT.newSuspicion(surroundings));
        return new Gateway(
                name,
                surroundings,
                MetadataPath.over(group, CommitSettings.DEFAULTS, protocol.rules(), METRICS));
    }

    /** Begins to seed the replacement. */
    RangeSeeding seeding(String name, DcName home) {
        return new RangeSeeding(rowSeeding(name, home), STEPS);
    }

    RowSeeding rowSeeding(String name, DcName home) {
        Gateway process = gateway(name, home, AFTER, protocol.seedingQuorums(names.size()));
        MetadataGroup all = process.metadata().group();
        Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>();
        all.replicas().forEach((dc, replica) -> replicas.put(dc, protocol.seededFrom(replica)));
        MetadataGroup group =
                new MetadataGroup(
                        home,
                        AFTER,
                        membersAfter(),
                        replicas,
                        all.quorums(),
                        all.surroundings(),
                        all.suspicion());
        return RowSeeding.of(
                group, lost, CommitSettings.DEFAULTS, protocol.seedingRules(), METRICS);
    }

    private MetadataReplica route(DcName dc, long epoch) {
        MetadataReplica old = Objects.requireNonNull(first.get(dc));
        return dc.equals(lost) ? new ReplicaOfEpoch(old, epoch) : old;
    }

    /** The name of the lost data center: who answers depends on the epoch of whom one asks. */
    private final class ReplicaOfEpoch implements MetadataReplica {
        private final MetadataReplica old;
        private final long epoch;

        ReplicaOfEpoch(MetadataReplica old, long epoch) {
            this.old = old;
            this.epoch = epoch;
        }

        /** An endpoint may be handed on, so that old gateways reach the new table. */
        private MetadataReplica currentReplica() throws ReplicaException {
            MetadataReplica fresh = replacement;
            if (fresh != null && (epoch == AFTER || misdirected)) {
                return fresh;
            }
            if (gone || epoch == AFTER) {
                throw new ReplicaException.Unreachable(lost, new IOException("lost"));
            }
            return old;
        }

        @Override
        public DcName dc() {
            return lost;
        }

        @Override
        public Answer send(Message message) throws ReplicaException {
            return currentReplica().send(message);
        }

        @Override
        public RowPage scan(Scan scan) throws ReplicaException {
            return currentReplica().scan(scan);
        }

        @Override
        public TableReport order(TableOrder order) throws ReplicaException {
            return currentReplica().order(order);
        }

        @Override
        public History history(Range range) throws ReplicaException {
            return currentReplica().history(range);
        }
    }
}
