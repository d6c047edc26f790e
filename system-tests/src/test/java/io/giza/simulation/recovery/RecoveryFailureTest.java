package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.record.FragmentName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What a recovery worker does while things fail under its hands. */
class RecoveryFailureTest {
    @Test
    void aFragmentThatCannotBeExaminedIsNotDoneAndIsAllThatIsLookedAtAgain() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put("a", 1000);
                    fixture.put("b", 1000);
                    Busy store = new Busy(fixture.cluster.stores().getFirst());
                    ScrubCounts account = new ScrubCounts();
                    FragmentScrub scrub =
                            new FragmentScrub(store, fixture.repair(), fixture.pacer(1), account);
                    store.busyName = FragmentName.of(store.store.ids().getFirst()).path();
                    assertThat(scrub.run("", () -> true)).isFalse();
                    assertThat(account.examined).hasSize(1);
                    assertThat(account.unexamined).isEqualTo(1);

                    assertThat(scrub.run(scrub.position(), () -> true)).isFalse();
                    assertThat(account.examined).hasSize(1);
                    store.busyName = "";
                    assertThat(scrub.run(scrub.position(), () -> true)).isTrue();
                    assertThat(account.examined).hasSize(2);
                    assertThat(scrub.position()).isEmpty();
                });
    }

    @Test
    void whatAnotherWorkerLeftIsLookedAtAgainWithAllOthers() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    List.of("a", "b", "c").forEach(key -> fixture.put(key, 1000));
                    Busy store = new Busy(fixture.cluster.stores().getFirst());
                    ScrubCounts account = new ScrubCounts();
                    FragmentScrub died =
                            new FragmentScrub(store, fixture.repair(), fixture.pacer(1), account);
                    List<String> names =
                            store.inventory("", 10).items().stream()
                                    .map(FragmentInventory.Item::name)
                                    .toList();
                    store.busyName = names.getFirst();
                    int[] asked = {0};
                    assertThat(died.run("", () -> asked[0]++ < 2)).isFalse();
                    store.busyName = "";
                    FragmentScrub heir =
                            new FragmentScrub(store, fixture.repair(), fixture.pacer(1), account);
                    assertThat(heir.run(died.position(), () -> true)).isFalse();
                    assertThat(heir.position()).isEmpty();
                    assertThat(heir.run(heir.position(), () -> true)).isTrue();
                });
    }

    /** A store that is too busy to examine one fragment. */
    private static final class Busy implements FragmentInventory {
        private final InMemoryFragmentStore store;
        private String busyName = "";

        Busy(InMemoryFragmentStore store) {
            this.store = store;
        }

        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public Page inventory(String after, int limit) {
            return store.inventory(after, limit);
        }

        @Override
        public Examination examine(String name) throws ReplicaException {
            if (name.equals(busyName)) {
                throw new ReplicaException.Throttled(dc(), "busy", null);
            }
            return store.examine(name);
        }
    }

    private static final class ScrubCounts implements FragmentScrub.Tally {
        private final List<Examination> examined = new ArrayList<>();
        private int unexamined;

        @Override
        public void examined(Examination found) {
            examined.add(found);
        }

        @Override
        public void unexamined() {
            unexamined++;
        }

        @Override
        public void repaired(VersionRepair.Outcome outcome) {
            throw new AssertionError("nothing is damaged: " + outcome);
        }
    }

    @Test
    void lookingAtVersionsIsKeptToItsShareOfTheTime() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    // Nothing of them is in fragments, so that rows are all that is looked at.
                    for (int i = 0; i < 20; i++) {
                        fixture.put("key-" + i, 10);
                    }
                    Duration alone = fixture.timeToLookAtAll(1);
                    assertThat(fixture.timeToLookAtAll(0.1)).isGreaterThan(alone.multipliedBy(5));
                });
    }

    @Test
    void aPageThatFailsForAMomentIsAskedForAgain() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put("a", 10);
                    fixture.scansToFail = 2 * fixture.cluster.names().size();
                    assertThat(fixture.walk()).isTrue();
                    fixture.scansToFail = Integer.MAX_VALUE;
                    assertThat(fixture.walk()).isFalse();
                });
    }

    @Test
    void whatWasCollectedWhileItWasLookedAtIsNotLost() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put("a", 1000);
                    // The rows learn that it was seen.
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    FragmentId id = fixture.cluster.stores().getFirst().ids().getFirst();
                    fixture.isReadable = false;
                    fixture.beforeReading =
                            () -> {
                                fixture.delete("a");
                                fixture.collect();
                            };
                    assertThat(
                                    fixture.repair()
                                            .repair(
                                                    id.key(),
                                                    id.putId(),
                                                    VersionRepair.Symptoms.NONE))
                            .isInstanceOf(VersionRepair.NotApplicable.class);
                });
    }

    @Test
    void whatIsGoneAndWasNotCollectedIsLost() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.put("a", 1000);
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    FragmentId id = fixture.cluster.stores().getFirst().ids().getFirst();
                    fixture.cluster.stores().forEach(each -> each.ids().forEach(each::lose));
                    assertThat(
                                    fixture.repair()
                                            .repair(
                                                    id.key(),
                                                    id.putId(),
                                                    VersionRepair.Symptoms.NONE))
                            .isInstanceOf(VersionRepair.Lost.class);
                });
    }

    /** A cluster, a gateway, and a worker beside it. */
    private static final class Fixture implements Reach {
        private final SimulatedCluster cluster;
        private final Simulation simulation;
        private final Gateway gateway;
        private final Gateway worker;
        private int scansToFail;
        private @Nullable Runnable beforeReading;
        private boolean isReadable = true;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network calm = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            DcName home = cluster.names().getFirst();
            this.gateway =
                    cluster.gateway(
                            "gateway", home, Reach.over(calm, calm), GatewaySettings.DEFAULT);
            this.worker = cluster.gateway("worker", home, this, GatewaySettings.DEFAULT);
            assertThat(gateway.create(cluster.account(), "bucket"))
                    .isInstanceOf(CreateResult.Created.class);
        }

        void put(String key, int length) {
            PutRequest put =
                    new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
            try {
                assertThat(gateway.objects().put(put, new TextBody("kept", length)))
                        .isInstanceOf(PutResult.Stored.class);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void delete(String key) {
            assertThat(
                            gateway.objects()
                                    .delete(
                                            new DeleteRequest(
                                                    target(key), new WriteCondition.None())))
                    .isInstanceOf(DeleteResult.Done.class);
        }

        /** Sweeps until no fragment is left. */
        void collect() {
            GarbageWorker cleaner =
                    new GarbageWorker(cluster, gateway, Duration.ofMillis(1), new TreeMap<>());
            for (int i = 0; i < 10 && hasFragments(); i++) {
                boolean _ = cleaner.sweep();
            }
            assertThat(hasFragments()).isFalse();
        }

        private boolean hasFragments() {
            return cluster.stores().stream().anyMatch(store -> !store.ids().isEmpty());
        }

        private Target target(String key) {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), "bucket", key, op);
        }

        VersionRepair repair() {
            return new VersionRepair(worker.versions(), Map.of());
        }

        Pacer pacer(double share) {
            return new Pacer(simulation.scenario().time(), share);
        }

        private List<ObjectKey> keys() {
            return cluster.oracle().keys().stream()
                    .filter(key -> !key.bucket().equals(BucketId.SYSTEM))
                    .toList();
        }

        Duration timeToLookAtAll(double share) {
            Consumer<VersionRepair.Outcome> tally = _ -> {};
            RepairSweep sweep =
                    new RepairSweep(gateway.versions(), repair(), pacer(share), tally, 10);
            long began = simulation.scenario().time().nanos();
            for (ObjectKey key : keys()) {
                assertThat(sweep.inspect(key, List.of(), RepairSweep.Depth.ALL, () -> true))
                        .isTrue();
            }
            return Duration.ofNanos(simulation.scenario().time().nanos() - began);
        }

        boolean walk() {
            TreeSet<BucketId> spaces = new TreeSet<>();
            keys().forEach(key -> spaces.add(key.bucket()));
            return new RowWalk(worker.versions())
                    .walk(spaces, Position.BEGINNING, (_, _) -> true, () -> true);
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public RowPage scan(Scan scan) throws ReplicaException {
                    if (scansToFail > 0) {
                        scansToFail--;
                        throw new ReplicaException.Unreachable(dc(), new IOException("down"));
                    }
                    return super.scan(scan);
                }
            };
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(store) {
                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    Runnable first = beforeReading;
                    beforeReading = null;
                    if (first != null) {
                        first.run();
                        isReadable = true;
                    }
                    while (!isReadable) {
                        simulation.scenario().time().sleep(Duration.ofMillis(10));
                    }
                    return super.read(id, offset, length);
                }
            };
        }
    }
}
