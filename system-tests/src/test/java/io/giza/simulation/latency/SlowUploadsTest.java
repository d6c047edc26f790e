package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.Redundancy;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.fault.LateFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Puts while one data center stores fragments late, as with a slow disk. The first puts wait for
 * it, and later puts do without its fragments.
 */
class SlowUploadsTest {
    private static final int SEEDS = 20;
    private static final int LENGTH = 1000;

    /** Less than the time after which an upload counts as stalled. */
    private static final Duration FORCE = Duration.ofSeconds(12);

    /** More than a put takes while all data centers are well. */
    private static final Duration PROMPT = Duration.ofSeconds(2);

    /** The number of puts, one after another, until a data center is known to be slow. */
    private static final int MAX_LATE = 3;

    private static void simulate(Consumer<Fixture> story) {
        Seeds.simulate(SEEDS, simulation -> story.accept(new Fixture(simulation)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void putsDoWithoutASlowDiskAfterTheFirst(int slow) {
        simulate(
                fixture -> {
                    fixture.puts.putTimes(6);
                    assertThat(fixture.missed).isEmpty();
                    fixture.forces[slow] = FORCE;
                    assertThat(fixture.puts.countLate(20, PROMPT, () -> {})).isEqualTo(MAX_LATE);
                    // Each missing fragment is hinted.
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(slow));
                    assertThat(fixture.missed.get(fixture.dc(slow))).hasSize(20 - MAX_LATE);

                    fixture.forces[slow] = Duration.ZERO;
                    fixture.time.sleep(FORCE);
                    fixture.puts.putTimes(5);
                    fixture.assertNothingIsMissed(5);
                });
    }

    /** Otherwise the object would lack two fragments. */
    @Test
    void putsWaitForTheSlowDiskWhileAnotherIsFull() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.puts.putTimes(MAX_LATE + 1);
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(1));
                    fixture.missed.clear();
                    fixture.failures[2] = new ReplicaException.Full(fixture.dc(2), "no room", null);
                    fixture.puts.putTimes(2);
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(2));
                });
    }

    /** The first put does not know yet that another data center is down, and may be refused. */
    @Test
    void theSlowDiskIsNotLeftOutWhileAnotherIsDown() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.puts.putTimes(MAX_LATE + 10);
                    fixture.failures[2] =
                            new ReplicaException.Unreachable(
                                    fixture.dc(2), new IOException("down"));
                    fixture.puts.put();
                    fixture.missed.clear();
                    fixture.puts.putTimes(2);
                    assertThat(fixture.missed).containsOnlyKeys(fixture.dc(2));
                });
    }

    @Test
    void putsWaitForAFarDataCenter() {
        simulate(
                fixture -> {
                    fixture.forces[2] = Duration.ofMillis(1500);
                    fixture.assertNothingIsMissed(10);
                });
    }

    /** Also while the slow disk has more uploads than other puts would add to. */
    @Test
    void anAccountThatNeedsAllFragmentsWaitsAndIsNotRefused() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.puts.putTimes(MAX_LATE + 10);
                    fixture.puts.account = fixture.puts.account.with(Redundancy.ALL);
                    fixture.assertNothingIsMissed(3);
                });
    }

    /** Abandoned uploads hold connections. */
    @Test
    void aSlowDiskHasFewUploadsAtOnce() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.puts.putTimes(MAX_LATE);
                    fixture.mostAtOnce = 0;
                    fixture.puts.putTimes(30);
                    assertThat(fixture.mostAtOnce).isEqualTo(8);
                });
    }

    /** Three data centers, and a gateway in the first. */
    private static final class Fixture implements Reach {
        final Time time;
        private final SimulatedCluster cluster;
        final PutSequence puts;
        final Duration[] forces = {Duration.ZERO, Duration.ZERO, Duration.ZERO};
        final @Nullable ReplicaException[] failures = new @Nullable ReplicaException[3];
        int mostAtOnce;
        private int atOnce;
        final Map<DcName, List<ObjectKey>> missed = new TreeMap<>();

        Fixture(Simulation simulation) {
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.puts = new PutSequence(simulation, cluster, this, LENGTH);
            missed.clear();
        }

        DcName dc(int index) {
            return cluster.names().get(index);
        }

        void assertNothingIsMissed(int times) {
            missed.clear();
            puts.putTimes(times);
            assertThat(missed).isEmpty();
        }

        @Override
        public MissedWrites missedWrites() {
            return (dc, key) -> missed.computeIfAbsent(dc, _ -> new ArrayList<>()).add(key);
        }

        private void store(int index) {
            if (!forces[index].isZero()) {
                atOnce++;
                mostAtOnce = Math.max(mostAtOnce, atOnce);
                time.sleep(forces[index]);
                atOnce--;
            }
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            int index = cluster.names().indexOf(store.dc());
            return new ForwardingFragmentStore(new LateFragmentStore(store, () -> store(index))) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    ReplicaException failure = failures[index];
                    if (failure != null) {
                        throw failure;
                    }
                    return super.create(id, length);
                }
            };
        }
    }
}
