package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.version.VersionRepair;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a recovery worker does while things fail under its hands. */
class RecoveryFailureTest {
    @Test
    void aFragmentThatCannotBeExaminedIsNotDoneAndIsAllThatIsLookedAtAgain() {
        Seeds.simulate(
                5,
                simulation -> {
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
                    RecoveringCluster fixture = new RecoveringCluster(simulation);
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
}
