package io.giza.simulation.topology;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RowSeeding;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.epoch.Backend;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.simulation.cluster.BackendAssembly;
import io.giza.simulation.cluster.ContestedRowTable;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.ResolutionCheckingReplica;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.membership.AddressedReplica;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.FaultyMetadataReplica;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;
import io.giza.topology.LiveTopology;
import io.giza.topology.TopologyCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Tables of a few data centers behind addresses, as the topology of each epoch names them. */
final class MovingCluster {
    static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());
    private static final RowMetrics ROW_METRICS = new RowMetrics(new SimpleMeterRegistry());
    private static final String NAME = "giza";

    private final Simulation simulation;
    private final Protocol protocol;
    private final VoteOracle oracle;
    private final Network network;
    private final MovingStores stores;
    private final List<DcName> names;
    private final Topology first;
    private final Map<URI, Table> tables = new HashMap<>();
    private final Set<Place> filled = new HashSet<>();
    private int drawn;

    /** A table and what answers for it. */
    private record Table(ContestedRowTable rows, MetadataReplica replica) {}

    /** A place, wherever it is reached. */
    private record Place(DcName dc, long since) {}

    MovingCluster(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.oracle = new VoteOracle(size);
        this.names = Samples.dataCenters(size);
        this.network =
                new Network(
                        simulation.surroundings("network"),
                        FaultPlan.draw(simulation.scenario().random()));
        Surroundings data = simulation.surroundings("data");
        this.stores =
                new MovingStores(
                        simulation, protocol, new Network(data, FaultPlan.draw(data.random())));
        this.first =
                new Topology(
                        1,
                        names.stream()
                                .map(dc -> new DataCenter(dc, newAddress(), newAddress(), "local"))
                                .toList());
        Seats seats = seats(first);
        for (DataCenter dc : first.dataCenters()) {
            tables.put(dc.metadata(), started(dc.name(), seats, dc.name().value()));
            stores.found(dc);
        }
    }

    Topology first() {
        return first;
    }

    List<DcName> names() {
        return names;
    }

    VoteOracle oracle() {
        return oracle;
    }

    Network network() {
        return network;
    }

    MovingStores stores() {
        return stores;
    }

    /** Returns an address at which nobody is. */
    URI newAddress() {
        return URI.create("http://host-" + drawn++ + ":1");
    }

    private Seats seats(Topology topology) {
        return Seats.of(NAME, topology, names);
    }

    private Table started(DcName dc, Seats seats, String life) {
        Seat seat = seats.of(dc).orElseThrow();
        StoreStartup startup = new StoreStartup("the table", seat, true, true, 0, life);
        ContestedRowTable rows =
                new ContestedRowTable(new DcName(life), simulation, oracle, protocol);
        RowTransactor transactor =
                new RowTransactor(
                        dc,
                        protocol.rows(rows, RowLimits.DEFAULTS, ROW_METRICS),
                        new RowTransactor.Rules(protocol.admission(), protocol.acceptor()));
        while (true) {
            try {
                transactor.enter(startup);
                return new Table(
                        rows,
                        new ResolutionCheckingReplica(
                                transactor,
                                rows,
                                simulation.surroundings("clock of " + dc).time()));
            } catch (ReplicaException e) {
                simulation.yieldPoint(); // it does not start, and is started again
            }
        }
    }

    /** Cuts the table and the fragment store of a data center off. */
    void shutDown(DataCenter dc) {
        tables.remove(dc.metadata());
        stores.shutDown(dc.fragments());
    }

    /** Tells whether a table listens at an address. */
    boolean isThere(URI address) {
        return tables.containsKey(address);
    }

    /** Starts empty stores in the place that a topology gives them, unless some were started. */
    void startEmpty(Topology topology, DcName dc) {
        DataCenter at = Objects.requireNonNull(topology.byName().get(dc));
        Place place = new Place(dc, at.since());
        if (!filled.contains(place)) {
            DcName life = new DcName(dc.value() + "-new" + drawn++);
            oracle.noteReplacement(life, dc);
            Table table = started(dc, seats(topology), life.value());
            // Whoever starts it may die before, or another may have started one meanwhile.
            if (filled.add(place)) {
                tables.put(at.metadata(), table);
                stores.startEmpty(at);
            }
        }
    }

    /** Has the stores of a data center listen at the endpoints of another place too. */
    void listenAlso(DataCenter dc, DataCenter other) {
        tables.put(other.metadata(), Objects.requireNonNull(tables.get(dc.metadata())));
        stores.listenAlso(dc.fragments(), other.fragments());
    }

    /** Whatever a process works with was decided before. */
    void checkDecided(Topology topology) {
        check(
                topology.equals(first) || decided().contains(topology),
                topology + " is taken up and was not decided");
    }

    /** Whoever closes an undecided version repeats the last one, or says nothing. */
    private List<Topology> decided() {
        return oracle.chosen(ObjectKey.ofTopology()).stream()
                .map(VoteOracle.Chosen::value)
                .filter(value -> value.kind() == Value.Kind.PUT)
                .map(TopologyCodec::decode)
                .distinct()
                .toList();
    }

    /** Each epoch has one topology, and none is passed over. */
    void checkEpochs() {
        long epoch = 1;
        for (Topology topology : decided()) {
            check(topology.epoch() == ++epoch, topology + " follows epoch " + (epoch - 1));
        }
    }

    void calm() {
        network.calm();
        stores.network().calm();
        tables.values().forEach(table -> table.rows().stopFailures());
    }

    /** Reaches the tables of a topology. */
    MetadataPath path(DcName home, Topology topology, Surroundings surroundings) {
        Seats seats = seats(topology);
        List<MetadataReplica> replicas =
                topology.dataCenters().stream()
                        .map(dc -> replica(home, dc, seats.of(dc.name()).orElseThrow()))
                        .toList();
        return MetadataPath.over(
                MetadataGroup.of(
                        home,
                        seats,
                        replicas,
                        surroundings,
                        SimulatedCluster.GatewaySettings.DEFAULT.newSuspicion(surroundings)),
                CommitSettings.DEFAULTS,
                protocol.rules(),
                METRICS);
    }

    /** Reaches the stores of a topology for a gateway. */
    LiveTopology.Reach<Backend> reach(DcName home, Topology topology, Surroundings surroundings) {
        MetadataPath path = path(home, topology, surroundings);
        Map<DcName, FragmentStore> fragments = new TreeMap<>();
        Map<DcName, FragmentRepair> orders = new TreeMap<>();
        for (DataCenter dc : topology.dataCenters()) {
            fragments.put(dc.name(), stores.reached(home, dc));
            orders.put(dc.name(), stores.repair(home, dc));
        }
        BackendAssembly assembly =
                new BackendAssembly(
                        protocol,
                        SimulatedCluster.GatewaySettings.DEFAULT,
                        ManifestCodec.NEWEST_FORMAT);
        return new LiveTopology.Reach<>(path, orders, assembly.over(path, fragments));
    }

    /** Fills the table of a data center. */
    RangeSeeding seeding(MetadataPath path, DcName dc) {
        RowSeeding rows =
                RowSeeding.of(
                        path.group(),
                        dc,
                        CommitSettings.DEFAULTS,
                        protocol.seedingRules(),
                        METRICS);
        return new RangeSeeding(rows, new RangeSeeding.BatchSizes(2, 2));
    }

    private MetadataReplica replica(DcName home, DataCenter dc, Seat seat) {
        MetadataReplica there =
                new AddressedReplica(dc.name(), () -> tableAt(dc.metadata(), seat).replica());
        return new FaultyMetadataReplica(there, network.link(home, dc.name()));
    }

    private Table tableAt(URI address, Seat seat) throws ReplicaException {
        Table table = tables.get(address);
        if (table == null) {
            throw new ReplicaException.Unreachable(seat.dc(), new IOException("nobody is there"));
        }
        if (table.rows().membership().mismatchWith(seat).isPresent()) {
            throw new ReplicaException.Refused(seat.dc(), "another store", null);
        }
        return table;
    }
}
