package io.giza.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.commit.KeyQueue.Refused;
import io.giza.commit.KeyQueue.Turn;
import io.giza.commit.group.CommitSettings.Queue;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

class KeyQueueTest {
    private static final ObjectKey KEY = Samples.key("hot");
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void thoseWhoWantOneKeyHaveItOneAtATimeInTheOrderInWhichTheyCame() {
        Seeds.simulate(
                200,
                simulation -> {
                    Party party = new Party(simulation, Queue.DEFAULTS);
                    for (int i = 0; i < 8; i++) {
                        party.come(KEY, LONG, Duration.ofMillis(20));
                        party.pause(Duration.ofMillis(1));
                    }
                    party.end();
                    assertThat(party.served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
                    assertThat(party.mostAtOnce).isEqualTo(1);
                    party.assertNothingIsKept();
                });
    }

    @Test
    void aTaskNeverWaitsForATurnThatItHolds() {
        Seeds.simulate(
                1,
                simulation -> {
                    Party party = new Party(simulation, Queue.DEFAULTS);
                    party.surroundings.tasks().fork("writer", party::comeAgainWithinTheTurn);
                    party.end();
                    party.assertNothingIsKept();
                });
    }

    @Test
    void anotherKeyDoesNotWait() {
        Seeds.simulate(
                50,
                simulation -> {
                    Party party = new Party(simulation, new Queue(true, 1, 1));
                    for (int i = 0; i < 8; i++) {
                        party.come(Samples.key("key-" + i), LONG, LONG);
                    }
                    party.pause(Duration.ofSeconds(1));
                    assertThat(party.atOnce).isEqualTo(8);
                    party.end();
                    party.assertNothingIsKept();
                });
    }

    @Test
    void aTurnBeginsWithTheRowThatTheOneBeforeLeft() {
        Seeds.simulate(
                50,
                simulation -> {
                    Party party = new Party(simulation, Queue.DEFAULTS);
                    for (int i = 0; i < 5; i++) {
                        party.come(KEY, LONG, Duration.ofMillis(20));
                    }
                    party.end();
                    assertThat(party.found).containsExactly(0L, 1L, 2L, 3L, 4L);
                });
    }

    @Test
    void whoWouldWaitBeyondTheBoundOfItsKeyOrOfAllIsRefusedAtOnce() {
        Seeds.simulate(
                50,
                simulation -> {
                    Party party = new Party(simulation, new Queue(true, 2, 3));
                    for (int i = 0; i < 4; i++) {
                        party.come(KEY, LONG, Duration.ofMinutes(1));
                        party.pause(Duration.ofMillis(1));
                    }
                    assertThat(party.refused).containsExactly(3);
                    for (int i = 0; i < 3; i++) {
                        party.come(Samples.key("other"), LONG, Duration.ofMinutes(1));
                        party.pause(Duration.ofMillis(1));
                    }
                    assertThat(party.refused).containsExactly(3, 6);
                    party.end();
                    assertThat(party.served).hasSize(5);
                    party.assertNothingIsKept();
                });
    }

    @Test
    void whoHasNoTurnInTimeIsRefusedWhileThereStillIsTimeAndTheOthersGoOn() {
        Seeds.simulate(
                200,
                simulation -> {
                    Party party = new Party(simulation, Queue.DEFAULTS);
                    party.come(KEY, LONG, Duration.ofSeconds(8));
                    party.pause(Duration.ofMillis(1));
                    party.come(KEY, Duration.ofSeconds(8), Duration.ofMillis(1));
                    party.pause(Duration.ofMillis(1));
                    party.come(KEY, LONG, Duration.ofMillis(1));
                    party.pause(Duration.ofSeconds(7));
                    assertThat(party.refused).containsExactly(1);
                    party.end();
                    assertThat(party.served).containsExactly(0, 2);
                    party.assertNothingIsKept();
                });
    }

    @Test
    void aTurnIsNeverLostWhoeverGivesUpAtTheMomentItIsCalled() {
        Seeds.simulate(
                500,
                simulation -> {
                    Party party = new Party(simulation, new Queue(true, 5, 8));
                    RandomGenerator random = simulation.scenario().random();
                    for (int i = 0; i < 30; i++) {
                        ObjectKey key = Samples.key("key-" + random.nextInt(2));
                        Duration patience = Duration.ofMillis(4L + random.nextInt(30));
                        party.come(key, patience, Duration.ofMillis(3L * random.nextInt(3)));
                        party.pause(Duration.ofMillis(random.nextInt(3)));
                    }
                    party.end();
                    List<Integer> all = new ArrayList<>(party.served);
                    all.addAll(party.refused);
                    Collections.sort(all);
                    assertThat(all).hasSize(30).doesNotHaveDuplicates();
                    party.assertNothingIsKept();
                });
    }

    @Test
    void aLongLogIsHandedOnShort() {
        Seeds.simulate(
                1,
                simulation -> {
                    Party party = new Party(simulation, Queue.DEFAULTS);
                    for (int i = 0; i < 40; i++) {
                        party.come(KEY, LONG, Duration.ofMillis(1));
                    }
                    party.end();
                    assertThat(party.longest).isEqualTo(16);
                });
    }

    /** Some that want turns; each appends a version to the row that it was left. */
    private static final class Party {
        private final Simulation simulation;
        private final Surroundings surroundings;
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final KeyQueue queue;
        private final List<Integer> served = new ArrayList<>();
        private final List<Integer> refused = new ArrayList<>();
        private final List<Long> found = new ArrayList<>();
        private int came;
        private int atOnce;
        private int mostAtOnce;
        private int longest;

        Party(Simulation simulation, Queue limits) {
            this.simulation = simulation;
            this.surroundings = simulation.surroundings("gateway");
            this.queue = new KeyQueue(surroundings, limits, new CommitMetrics(meters));
        }

        void come(ObjectKey key, Duration patience, Duration busy) {
            int number = came++;
            Deadline deadline = surroundings.time().after(patience);
            surroundings.tasks().fork("writer-" + number, () -> write(number, key, deadline, busy));
        }

        private void write(int number, ObjectKey key, Deadline deadline, Duration busy) {
            switch (queue.enter(key, deadline)) {
                case Refused _ -> refused.add(number);
                case Turn turn -> {
                    Row row = turn.row().orElse(Row.ABSENT);
                    found.add(row.chosen());
                    longest = Math.max(longest, row.log().size());
                    served.add(number);
                    atOnce++;
                    mostAtOnce = Math.max(mostAtOnce, atOnce);
                    surroundings.time().sleep(busy);
                    atOnce--;
                    queue.leave(turn, Optional.of(row.append(record(surroundings.random()))));
                }
            }
        }

        private void comeAgainWithinTheTurn() {
            Deadline deadline = surroundings.time().after(LONG);
            Turn turn = (Turn) queue.enter(KEY, deadline);
            Turn other =
                    queue.during(turn, () -> (Turn) queue.enter(Samples.key("other"), deadline));
            queue.during(
                    turn,
                    () ->
                            queue.during(
                                    other,
                                    () ->
                                            assertThatIllegalStateException()
                                                    .isThrownBy(() -> queue.enter(KEY, deadline))));
            queue.leave(other, Optional.empty());
            queue.leave(turn, Optional.empty());
        }

        private static Value record(RandomGenerator random) {
            return new Value(
                    1,
                    PutId.random(random),
                    0,
                    OpId.random(random),
                    new Command.Marker(Mode.UNVERSIONED, Bytes.EMPTY));
        }

        void pause(Duration length) {
            simulation.scenario().time().sleep(length);
        }

        void end() {
            simulation.join("gateway");
        }

        void assertNothingIsKept() {
            assertThat(queue.busyRows()).isZero();
            assertThat(queue.waiting()).isZero();
            assertThat(meters.get("giza.commit.queue.length").gauge().value()).isZero();
        }
    }
}
