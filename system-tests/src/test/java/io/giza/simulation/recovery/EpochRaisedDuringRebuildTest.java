package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.seeding.RangeSeeding;
import io.giza.commit.seeding.RowSeeding;
import io.giza.membership.Membership;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.DcName;
import io.giza.recovery.replacement.ReplacementJob;
import io.giza.recovery.replacement.StoreClients;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** When an empty store joins, and what becomes of it if the epoch rises while it is filled. */
class EpochRaisedDuringRebuildTest {
    private static final CommitMetrics METRICS = new CommitMetrics(new SimpleMeterRegistry());

    @Test
    void aTableThatJoinedInTheEpochBeforeIsSeededToTheEnd() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    RowTransactor joiner = joiner(fixture.joiner);
                    joiner.order(new TableOrder.Join(2, "", ""));
                    assertThat(fixture.seeding(joiner)).isInstanceOf(RangeSeeding.Activated.class);
                    assertThat(joiner.order(new TableOrder.Raise(3)).servesAllIn(3)).isTrue();
                });
    }

    @Test
    void aFragmentStoreThatJoinedInTheEpochBeforeIsFilledToTheEnd() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.store.membership = Membership.UNINITIALIZED.joining(2);
                    assertThat(fixture.fill(3, () -> true)).isTrue();
                    assertThat(fixture.store.membership.epoch()).isEqualTo(3);
                    assertThat(fixture.store.membership.joined()).isEqualTo(2);
                    assertThat(fixture.store.membership.isJoining()).isFalse();
                });
    }

    @Test
    void anEmptyFragmentStoreTakesWhatIsPutFromBeforeAnythingIsCounted() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.namesNothing = true;
                    assertThatExceptionOfType(ReplicaException.class)
                            .isThrownBy(() -> fixture.fill(2, () -> true));
                    assertThat(fixture.store.membership.isJoining()).isTrue();
                });
    }

    private static RowTransactor joiner(DcName dc) {
        RowMetrics metrics = new RowMetrics(new SimpleMeterRegistry());
        SpillingRows rows = new SpillingRows(new InMemoryRowTable(), RowLimits.DEFAULTS, metrics);
        return new RowTransactor(dc, rows, RowTransactor.Rules.PROTOCOL);
    }

    /** A cluster of which one data center was replaced in epoch 2. */
    private static final class Fixture {
        private final SimulatedCluster cluster;
        private final Reach reach;
        private final DcName joiner;
        private final FilledStore store;
        private boolean namesNothing;

        Fixture(Simulation simulation) {
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.reach = Reach.over(network, network);
            this.joiner = cluster.names().getLast();
            this.store = new FilledStore(joiner);
        }

        /** A gateway of the epoch before, which the tables are told to leave. */
        private Gateway gateway(long epoch) {
            for (long each = 1; each < epoch - 1; each++) {
                gateway("of-" + each, each);
            }
            return gateway("worker", epoch - 1);
        }

        private Gateway gateway(String name, long epoch) {
            return cluster.gateway(
                    name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT, epoch);
        }

        private MetadataGroup group(Gateway gateway, Map<DcName, MetadataReplica> other)
                throws ReplicaException {
            MetadataGroup old = gateway.metadata().group();
            Map<DcName, MetadataReplica> replicas = new LinkedHashMap<>(old.replicas());
            replicas.putAll(other);
            String members = "dc1,dc2,dc3;" + joiner + "@2";
            for (MetadataReplica replica : replicas.values()) {
                replica.order(new TableOrder.Raise(old.epoch() + 1, members));
            }
            return new MetadataGroup(
                    old.home(),
                    old.epoch() + 1,
                    members,
                    replicas,
                    old.quorums(),
                    old.surroundings(),
                    old.suspicion());
        }

        RangeSeeding.RangeResult seeding(MetadataReplica table) throws ReplicaException {
            MetadataGroup group = group(gateway(3), Map.of(joiner, table));
            RangeSeeding seeding =
                    new RangeSeeding(
                            RowSeeding.of(
                                    group,
                                    joiner,
                                    CommitSettings.DEFAULTS,
                                    Protocol.PRODUCTION.seedingRules(),
                                    METRICS),
                            RangeSeeding.BatchSizes.DEFAULTS);
            return seeding.run(
                    seeding.start(),
                    _ -> true,
                    group.surroundings().time().after(Duration.ofMinutes(1)));
        }

        private static Map<DcName, MetadataReplica> silent(Gateway gateway) {
            Map<DcName, MetadataReplica> silent = new LinkedHashMap<>();
            gateway.metadata()
                    .group()
                    .replicas()
                    .forEach((dc, replica) -> silent.put(dc, new OnlyOrders(replica)));
            return silent;
        }

        boolean fill(long epoch, BooleanSupplier mayContinue) throws ReplicaException {
            Gateway gateway = gateway(epoch);
            VersionAccess old = gateway.versions();
            MetadataPath metadata =
                    MetadataPath.over(
                            group(gateway, namesNothing ? silent(gateway) : Map.of()),
                            CommitSettings.DEFAULTS,
                            Protocol.PRODUCTION.rules(),
                            METRICS);
            VersionAccess access =
                    new VersionAccess(
                            metadata,
                            old.fragments(),
                            old.format(),
                            old.timeouts(),
                            old.rules(),
                            old.metrics());
            return new ReplacementJob(
                            joiner,
                            new StoreClients(access, Map.of(joiner, store), Map.of()),
                            new Pacer(gateway.surroundings().time(), 1),
                            _ -> {},
                            1)
                    .run(mayContinue);
        }
    }

    /** A table that obeys, and of whose rows nothing is to be heard. */
    private record OnlyOrders(MetadataReplica replica) implements MetadataReplica {
        @Override
        public DcName dc() {
            return replica.dc();
        }

        @Override
        public Answer send(Message message) throws ReplicaException {
            throw new ReplicaException.NotReady(dc(), "nothing", null);
        }

        @Override
        public RowPage scan(Scan scan) throws ReplicaException {
            throw new ReplicaException.NotReady(dc(), "nothing", null);
        }

        @Override
        public TableReport order(TableOrder order) throws ReplicaException {
            return replica.order(order);
        }

        @Override
        public History history(Range range) throws ReplicaException {
            throw new ReplicaException.NotReady(dc(), "nothing", null);
        }
    }

    /** Obeys, and is due nothing. */
    private static final class FilledStore implements FragmentRepair {
        private final DcName dc;
        private Membership membership = Membership.UNINITIALIZED;

        FilledStore(DcName dc) {
            this.dc = dc;
        }

        @Override
        public DcName dc() {
            return dc;
        }

        @Override
        public FragmentStore rebuilding(long epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FragmentStore replacing(long epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Membership order(TableOrder.OfMembership order) {
            membership = order.after(membership);
            return membership;
        }
    }
}
