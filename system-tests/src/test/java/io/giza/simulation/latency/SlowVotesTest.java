package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.model.DcName;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Puts while the table of one data center writes late, as with a slow disk. The first puts wait for
 * its vote until the hedge; later puts do not.
 */
class SlowVotesTest {
    private static final int SEEDS = 20;
    private static final Duration FORCE = Duration.ofSeconds(2);

    /** More than the patience of calls. */
    private static final Duration LONG_FORCE = Duration.ofSeconds(8);

    /** How long a gateway waits for an answer. */
    private static final Duration CALL = Duration.ofSeconds(5);

    /** Until the vote of a late table arrives. */
    private static final Duration PAUSE = Duration.ofSeconds(6);

    /** More puts than messages that may wait for a slow table. */
    private static final int CROWD = 100;

    /** The number of puts, one after another, until a data center is known to be slow. */
    private static final int MAX_LATE = 3;

    private static void simulate(Consumer<Fixture> story) {
        Seeds.simulate(SEEDS, simulation -> story.accept(new Fixture(simulation)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void putsDoNotWaitForASlowTableAfterTheFirst(int slow) {
        simulate(
                fixture -> {
                    assertThat(fixture.latePuts(5)).isZero();
                    fixture.forces[slow] = FORCE;
                    assertThat(fixture.latePuts(20)).isEqualTo(MAX_LATE);
                    assertThat(fixture.isSlow(slow)).isTrue();

                    fixture.forces[slow] = Duration.ZERO;
                    assertThat(fixture.latePuts(5)).isZero();
                    assertThat(fixture.isSlow(slow)).isFalse();
                });
    }

    /** The table answers reads meanwhile. */
    @Test
    void putsDoNotWaitForATableWhoseVotesTimeOut() {
        simulate(
                fixture -> {
                    fixture.forces[1] = LONG_FORCE;
                    assertThat(fixture.latePuts(20)).isEqualTo(MAX_LATE);
                    assertThat(fixture.isSlow(1)).isTrue();
                });
    }

    @Test
    void aTableThatAnswersNothingIsNotSlow() {
        simulate(
                fixture -> {
                    fixture.forces[1] = LONG_FORCE;
                    fixture.isHung = true;
                    fixture.latePuts(10);
                    assertThat(fixture.isSlow(1)).isFalse();
                });
    }

    @Test
    void aTableIsNotSlowBesideOnesThatTakeHalfAsLong() {
        simulate(
                fixture -> {
                    fixture.forces[0] = FORCE;
                    fixture.forces[1] = FORCE;
                    fixture.forces[2] = FORCE.multipliedBy(2);
                    fixture.latePuts(10);
                    assertThat(fixture.isSlow(2)).isFalse();
                });
    }

    /** Each message holds a connection. */
    @Test
    void aSlowTableHasFewMessagesAtOnce() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.latePuts(MAX_LATE + 1);
                    fixture.putAtOnce(CROWD);
                    assertThat(fixture.mostAtOnce).isEqualTo(64);
                });
    }

    @Test
    void aSlowTableThatIsNeededForAQuorumTakesAllMessages() {
        simulate(
                fixture -> {
                    fixture.forces[1] = FORCE;
                    fixture.latePuts(MAX_LATE + 1);
                    fixture.forces[2] = LONG_FORCE;
                    fixture.isHung = true;
                    fixture.putAtOnce(1);
                    fixture.putAtOnce(CROWD);
                    assertThat(fixture.mostAtOnce).isGreaterThanOrEqualTo(CROWD);
                });
    }

    /** Three data centers, and a gateway in the first. */
    private static final class Fixture implements Reach {
        final Duration[] forces = {Duration.ZERO, Duration.ZERO, Duration.ZERO};
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final PutSequence puts;
        private final Time time;

        /** Writes of the second table. */
        int mostAtOnce;

        private int atOnce;

        /** Whether slow tables do not answer reads either. */
        boolean isHung;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.puts = new PutSequence(simulation, cluster, this, 20);
        }

        private DcName dc(int index) {
            return cluster.names().get(index);
        }

        boolean isSlow(int index) {
            return puts.gateway.metadata().group().suspicion().slowness().isSlow(dc(index));
        }

        /** Puts one object after another, and returns how many puts took as long as the hedge. */
        int latePuts(int times) {
            return puts.countLate(times, PutSequence.HEDGE, this::pause);
        }

        /** Puts some objects at a time, all of which must be stored. */
        void putAtOnce(int count) {
            List<PutResult> results = new ArrayList<>();
            Tasks tasks = simulation.surroundings("clients").tasks();
            for (int i = 0; i < count; i++) {
                tasks.fork("put-" + i, () -> results.add(puts.put()));
            }
            simulation.join("clients");
            assertThat(results).hasSize(count).allMatch(PutResult.Stored.class::isInstance);
        }

        /** Reads from the tables every second. */
        private void pause() {
            var group = puts.gateway.metadata().group();
            for (int i = 0; i < PAUSE.toSeconds(); i++) {
                time.sleep(Duration.ofSeconds(1));
                if (!isHung) {
                    group.gather(group.names(), MetadataReplica::clock, time.after(PAUSE));
                }
            }
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    Answer answer = super.send(message);
                    if (message.request() instanceof Request.Read) {
                        waitFor(isHung ? force() : Duration.ZERO);
                    } else {
                        forceNow();
                    }
                    return answer;
                }

                @Override
                public History history(Range range) throws ReplicaException {
                    waitFor(isHung ? force() : Duration.ZERO);
                    return super.history(range);
                }

                private void forceNow() throws ReplicaException {
                    boolean isCounted = dc().equals(cluster.names().get(1));
                    atOnce += isCounted ? 1 : 0;
                    mostAtOnce = Math.max(mostAtOnce, atOnce);
                    try {
                        waitFor(force());
                    } finally {
                        atOnce -= isCounted ? 1 : 0;
                    }
                }

                private Duration force() {
                    return forces[cluster.names().indexOf(dc())];
                }

                private void waitFor(Duration duration) throws ReplicaException {
                    if (duration.compareTo(CALL) > 0) {
                        time.sleep(CALL);
                        throw new ReplicaException.TimedOut(dc(), new IOException("no answer"));
                    }
                    time.sleep(duration);
                }
            };
        }
    }
}
