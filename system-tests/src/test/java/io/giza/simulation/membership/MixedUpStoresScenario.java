package io.giza.simulation.membership;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitMetrics;
import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RowSeeding;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.membership.Membership;
import io.giza.membership.RefusedStoreException;
import io.giza.membership.StoreStartup;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Quorums;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Tables of a few data centers behind addresses that do not move, while what lies behind them does:
 * a volume is not mounted, data centers are replaced one after the other, the data of a lost one
 * comes back under its address, a second empty table is started for one place. Whatever is
 * acknowledged is read afterwards, through each pair of data centers.
 */
final class MixedUpStoresScenario {
    private static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());
    private static final ObjectKey KEY = Samples.key("a");
    private static final int EVENTS = 6;

    private final Simulation simulation;
    private final boolean knowsStores;
    private final List<DcName> names;
    private final RandomGenerator random;
    private final Map<DcName, MountedStore> mounted;
    private final StoreAddresses addresses;
    private final ClusterSeats places;
    private final List<MountedStore> retired = new ArrayList<>();
    private final Map<String, Integer> ends = new TreeMap<>();
    private int drawn;

    /**
     * Makes the cluster.
     *
     * @param knowsStores whether stores have an identity, as the protocol demands
     */
    MixedUpStoresScenario(Simulation simulation, int size, boolean knowsStores) {
        this.simulation = simulation;
        this.knowsStores = knowsStores;
        this.names = Samples.dataCenters(size);
        this.random = simulation.scenario().random();
        this.places = new ClusterSeats(names);
        this.addresses = new StoreAddresses(places, knowsStores, () -> count("misdirected"));
        this.mounted = addresses.mounted();
        for (DcName dc : names) {
            MountedStore store = MountedStore.empty(dc);
            store.begin(entry(dc, true));
            mounted.put(dc, store);
        }
    }

    /** Runs the scenario and returns how often what happened. */
    Map<String, Integer> run() {
        writeAndRead();
        for (int i = 0; i < EVENTS; i++) {
            DcName dc = names.get(random.nextInt(names.size()));
            switch (random.nextInt(4)) {
                case 0 -> startEmpty(dc);
                case 1 -> replace(dc);
                case 2 -> swapStores(dc, names.get(random.nextInt(names.size())));
                default -> bringBackRetired();
            }
            writeAndRead();
        }
        return ends;
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    private StoreStartup entry(DcName dc, boolean initialize) {
        return new StoreStartup(
                "it", places.seat(dc), true, initialize, places.epoch(), "life-" + drawn++);
    }

    /** Starts the service of a store as it is configured now; one that is refused is down. */
    private void start(MountedStore store) {
        try {
            store.begin(entry(store.dc(), false));
            mounted.put(store.dc(), store);
        } catch (RefusedStoreException e) {
            count("refused");
            if (knowsStores) {
                mounted.remove(store.dc());
            } else {
                activate(store);
            }
        }
    }

    /** As if a store were whatever lies behind its address. */
    private void activate(MountedStore store) {
        store.setMembership(new Membership(places.epoch(), 0, Membership.State.ACTIVE));
        mounted.put(store.dc(), store);
    }

    /** A volume is not mounted, and is found only later. */
    private void startEmpty(DcName dc) {
        MountedStore whole = mounted.get(dc);
        if (whole == null) {
            return;
        }
        start(MountedStore.empty(dc));
        count("started on nothing");
        writeAndRead();
        mounted.put(dc, whole);
    }

    /** Two disks are put into each other's machines, and are found to be so only later. */
    private void swapStores(DcName one, DcName other) {
        MountedStore first = mounted.get(one);
        MountedStore second = mounted.get(other);
        if (one.equals(other) || first == null || second == null) {
            return;
        }
        count("swapped");
        mounted.put(one, second);
        mounted.put(other, first);
        writeAndRead();
        mounted.put(one, first);
        mounted.put(other, second);
    }

    /** The data of a store that was replaced comes back under its address. */
    private void bringBackRetired() {
        if (retired.isEmpty()) {
            return;
        }
        MountedStore old = retired.get(random.nextInt(retired.size()));
        @Nullable MountedStore current = mounted.get(old.dc());
        count("brought back");
        if (random.nextBoolean()) {
            start(old);
        } else {
            mounted.put(old.dc(), old); // its service never ended, in the epoch that it knows
        }
        writeAndRead();
        if (current != null) {
            mounted.put(old.dc(), current);
        }
    }

    private void replace(DcName dc) {
        MountedStore lost = mounted.remove(dc);
        if (lost != null) {
            retired.add(lost);
        }
        places.replace(dc);
        TableOrder raise = new TableOrder.Raise(places.epoch(), places.members());
        names.stream().filter(other -> !other.equals(dc)).forEach(other -> order(other, raise));
        MountedStore fresh = MountedStore.empty(dc);
        start(fresh);
        check(seed(dc) instanceof RangeSeeding.Activated, "a replacement is filled");
        count("replaced");
        writeAndRead();
        if (random.nextBoolean()) {
            start(MountedStore.empty(dc));
            check(
                    !(seed(dc) instanceof RangeSeeding.Activated),
                    "a second empty table had the place of " + dc + " in epoch " + places.epoch());
            count("a second one is not seeded");
            writeAndRead();
            mounted.put(dc, fresh);
        }
    }

    private void order(DcName dc, TableOrder order) {
        try {
            addresses.replicaAt(dc).order(order);
        } catch (ReplicaException e) {
            count("not ordered");
        }
    }

    private RangeSeeding.RangeResult seed(DcName dc) {
        RowSeeding rows =
                RowSeeding.of(
                        group(dc, "seeds-" + drawn++),
                        dc,
                        CommitSettings.DEFAULTS,
                        MetadataPath.Rules.PROTOCOL,
                        METRICS);
        RangeSeeding seeding = new RangeSeeding(rows, new RangeSeeding.BatchSizes(2, 2));
        return seeding.run(seeding.start(), _ -> true, deadlineAfter(60));
    }

    private MetadataGroup group(DcName home, String name) {
        Surroundings own = simulation.surroundings(name);
        Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>();
        names.forEach(dc -> replicas.put(dc, addresses.replicaAt(dc)));
        Surroundings surroundings =
                new Surroundings(
                        simulation.scenario().tasks(), simulation.scenario().time(), own.random());
        return new MetadataGroup(
                home,
                places.epoch(),
                places.members(),
                replicas,
                Quorums.of(names.size()),
                surroundings,
                SimulatedCluster.GatewaySettings.DEFAULT.newSuspicion(surroundings));
    }

    /** What was acknowledged with one data center away is read with any other one away. */
    private void writeAndRead() {
        addresses.takeAway(names.get(random.nextInt(names.size())));
        PutId id = PutId.random(random);
        MetadataPath writer = path();
        boolean acknowledged =
                writer.reader().read(KEY, deadlineAfter(10)) instanceof VersionReader.Latest latest
                        && append(writer, latest.row(), id);
        count(acknowledged ? "acknowledged" : "not acknowledged");
        for (DcName absent : names) {
            addresses.takeAway(absent);
            if (path().reader().read(KEY, deadlineAfter(10))
                    instanceof VersionReader.Latest latest) {
                count("read");
                check(
                        !acknowledged || latest.row().log().getLast().value().id().equals(id),
                        "acknowledged and not read without " + absent + ": " + latest.row());
            }
        }
        addresses.bringBack();
    }

    private boolean append(MetadataPath writer, Row start, PutId id) {
        Value value =
                new Value(
                        1,
                        id,
                        start.fence(),
                        OpId.random(random),
                        new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
        return writer.committer().append(KEY, Draft.of(value), start, null, deadlineAfter(10))
                instanceof CommitResult.Committed;
    }

    private MetadataPath path() {
        return MetadataPath.over(
                group(names.get(random.nextInt(names.size())), "client-" + drawn++),
                CommitSettings.DEFAULTS,
                MetadataPath.Rules.PROTOCOL,
                METRICS);
    }

    private Deadline deadlineAfter(long seconds) {
        return simulation.scenario().time().after(Duration.ofSeconds(seconds));
    }
}
