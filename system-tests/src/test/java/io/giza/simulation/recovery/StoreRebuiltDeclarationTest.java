package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.membership.Membership;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.recovery.replacement.RebuildProgress;
import io.giza.recovery.replacement.StoreRebuild;
import io.giza.replica.Account;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.VersionRebuild;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** When a store is declared rebuilt, whatever goes wrong while it is filled. */
class StoreRebuiltDeclarationTest {
    private static final int OBJECTS = 5;
    private static final int WIDTH = 3;

    @Test
    void aStoreThatWasGivenEverythingIsDeclaredRebuilt() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.fill()).isTrue();
                    assertThat(fixture.store.declared).isTrue();
                    assertThat(fixture.given).hasSize(OBJECTS).doesNotHaveDuplicates();
                });
    }

    @Test
    void whatCannotBeSettledKeepsItFromBeingDeclaredRebuilt() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.unsettled = "object-1";
                    assertThatThrownBy(fixture::fill).isInstanceOf(ReplicaException.Failed.class);
                    assertThat(fixture.store.declared).isFalse();
                    assertThat(fixture.reached.position()).isEmpty();
                });
    }

    @Test
    void whatGoesWrongWithABatchDoesNotMakeItForgetTheOthersOfIt() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.unsettled = "object-1";
                    fixture.faults = 1;
                    assertThatThrownBy(fixture::fill).isInstanceOf(ReplicaException.Failed.class);
                    assertThat(fixture.store.declared).isFalse();
                });
    }

    @Test
    void whatWentWrongOnceIsTriedAgain() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.faults = 1;
                    assertThat(fixture.fill()).isTrue();
                    assertThat(new TreeSet<>(fixture.given)).hasSize(OBJECTS);
                });
    }

    /** A bucket with objects, and a store that is due a fragment of each. */
    private static final class Fixture implements StoreRebuild.Listener {
        private final Gateway gateway;
        private final BucketId bucket;
        private final EmptyStore store;
        private final List<String> given = new ArrayList<>();
        private String unsettled = "";
        private int faults;
        private RebuildProgress reached;

        Fixture(Simulation simulation) {
            SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.gateway =
                    cluster.gateway(
                            "worker",
                            cluster.names().getFirst(),
                            Reach.over(network, network),
                            GatewaySettings.DEFAULT);
            this.store = new EmptyStore(cluster.names().getLast());
            var created = (CreateResult.Created) gateway.create(cluster.account(), "bucket");
            this.bucket = created.bucket().id();
            this.reached = RebuildProgress.start(gateway.metadata().group().epoch());
            for (int i = 0; i < OBJECTS; i++) {
                put(cluster.account(), "object-" + i);
            }
        }

        private void put(Account account, String key) {
            Target target =
                    new Target(
                            account, "bucket", key, OpId.random(gateway.surroundings().random()));
            try {
                gateway.objects()
                        .put(
                                new PutRequest(
                                        target, new WriteCondition.None(), Map.of(), Map.of()),
                                new TextBody(key, 200));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean fill() throws ReplicaException {
            return new StoreRebuild(
                            gateway.versions(),
                            new StoreRebuild.Target(store, this::give),
                            new Pacer(gateway.surroundings().time(), 1),
                            this,
                            WIDTH)
                    .run(reached, new TreeSet<>(List.of(bucket)), () -> true);
        }

        private VersionRebuild.Outcome give(ObjectKey key, VersionId version) {
            if (key.name().equals(unsettled)) {
                return new VersionRebuild.Undecided("not now");
            }
            given.add(key.name());
            return new VersionRebuild.Whole(1, 100);
        }

        @Override
        public void progressed(RebuildProgress filling) {
            reached = filling;
        }

        @Override
        public void accept(VersionRebuild.Outcome outcome) {
            if (faults > 0) {
                faults--;
                throw new IllegalStateException("a fault of the one who listens");
            }
        }
    }

    /** Takes note of being declared rebuilt. */
    private static final class EmptyStore implements FragmentRepair {
        private final DcName dc;
        private boolean declared;

        EmptyStore(DcName dc) {
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
            declared = order instanceof TableOrder.Activate;
            return Membership.UNINITIALIZED;
        }
    }
}
