package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

/** Puts whose clients pause anywhere and as long as they like, in simulated time. */
class SlowBodyTest {
    private static final int STRIPE = SlowBodyFixture.STRIPE;
    private static final Duration LONG = SlowBodyFixture.LONG;

    @Test
    void whateverPausesABodyHasAllOfItIsStoredAndDigestedOnce() {
        Seeds.simulate(
                200,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 3, 1 << 24);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(5);
                    for (int i = 0; i < 5; i++) {
                        PausingBody body = fixture.body(random, 0.02);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 5; i++) {
                        assertThat(done.take(fixture.surroundings.time().after(LONG)))
                                .hasValue(true);
                    }
                    assertThat(fixture.buffers.memory().held()).isZero();
                    assertThat(fixture.room.held()).isZero();
                });
    }

    @Test
    void aPutThatWaitsForItsClientHoldsNoMemory() {
        Seeds.simulate(
                100,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 8, 1 << 24);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, 0.02);
                    body.inLongPause = () -> assertThat(fixture.buffers.memory().held()).isZero();
                    assertThat(fixture.storesAll(body)).isTrue();
                });
    }

    /** There is memory for one stripe, and many pause who would all like to have it. */
    @Test
    void aFastPutDoesNotWaitForTheClientsOfSlowOnes() {
        Seeds.simulate(
                50,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 1, 1 << 26);
                    Surroundings surroundings = fixture.surroundings;
                    Random random = new Random(surroundings.random().nextLong());
                    for (int i = 0; i < 30; i++) {
                        PausingBody slow = fixture.body(random, 0.2);
                        surroundings.tasks().fork("slow-" + i, () -> fixture.storesAll(slow));
                    }
                    surroundings.time().sleep(Duration.ofSeconds(5));
                    for (int i = 0; i < 3; i++) {
                        PausingBody fast = fixture.body(random, 0);
                        long since = surroundings.time().nanos();
                        assertThat(fixture.storesAll(fast)).isTrue();
                        assertThat(Duration.ofNanos(surroundings.time().nanos() - since))
                                .isLessThan(PausingBody.LONG_PAUSE.dividedBy(10));
                    }
                });
    }

    /** What had come of their bodies has to stay in memory; but all get there. */
    @Test
    void putsAreWholeThoughTheSpoolHasRoomForOneOfThem() {
        Seeds.simulate(
                100,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 2, 4L * STRIPE);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(6);
                    for (int i = 0; i < 6; i++) {
                        PausingBody body = fixture.body(random, 0.002);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 6; i++) {
                        assertThat(done.take(fixture.surroundings.time().after(LONG)))
                                .hasValue(true);
                    }
                });
    }

    /** Uploads that begin together end together. */
    @Test
    void bodiesThatCameSlowlyAreWrittenInTurns() {
        Seeds.simulate(
                50,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 16, 1 << 26);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Deadline end = fixture.surroundings.time().after(LONG.multipliedBy(48));
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(6);
                    for (int i = 0; i < 6; i++) {
                        PausingBody body = fixture.body(random, 1);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 6; i++) {
                        assertThat(done.take(end)).hasValue(true);
                    }
                    assertThat(fixture.mostWriting).isEqualTo(1);
                    assertThat(fixture.turns.held()).isZero();
                });
    }

    /** Its client sent all of it, and would be refused only then. */
    @Test
    void aBodyThatCameSlowlyWaitsForMemoryAsLongAsItTakes() {
        storesWhatComesWhileOthersHoldAllMemory(1);
    }

    @Test
    void aBodyThatComesFastIsReceivedIntoTheSpoolWhileOthersHoldAllMemory() {
        storesWhatComesWhileOthersHoldAllMemory(0);
    }

    private static void storesWhatComesWhileOthersHoldAllMemory(double pauses) {
        Seeds.simulate(
                20,
                simulation -> {
                    SlowBodyFixture fixture =
                            new SlowBodyFixture(simulation, 1, 1 << 26, Duration.ofSeconds(1));
                    var time = fixture.surroundings.time();
                    Budget.Share others = fixture.holdAll(fixture.buffers.memory());
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, pauses);
                    Runnable giveBack =
                            () -> {
                                time.sleep(Duration.ofMinutes(5));
                                others.close();
                            };
                    body.atEnd = () -> fixture.surroundings.tasks().fork("others", giveBack);
                    assertThat(fixture.storesAll(body)).isTrue();
                    assertThat(fixture.buffers.memory().refused()).isZero();
                });
    }

    @Test
    void aBodyThatComesFastIsRefusedOnceThereIsNeitherMemoryNorRoomInTheSpool() {
        Seeds.simulate(
                20,
                simulation -> {
                    Duration timeout = Duration.ofSeconds(30);
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 1, STRIPE, timeout);
                    var time = fixture.surroundings.time();
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, 0);
                    try (Budget.Share _ = fixture.holdAll(fixture.buffers.memory());
                            Budget.Share _ = fixture.holdAll(fixture.room)) {
                        long since = time.nanos();
                        assertThat(fixture.opens(body)).isFalse();
                        assertThat(Duration.ofNanos(time.nanos() - since))
                                .isBetween(timeout, timeout.plusSeconds(1));
                    }
                    assertThat(fixture.buffers.memory().refused()).isEqualTo(1);
                    assertThat(fixture.room.refused()).isZero();
                });
    }

    @Test
    void aBodyThatComesSlowlyIsRefusedOnceTheSpoolHasNoRoom() {
        Seeds.simulate(
                20,
                simulation -> {
                    SlowBodyFixture fixture = new SlowBodyFixture(simulation, 1, STRIPE);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, 1);
                    try (Budget.Share _ = fixture.holdAll(fixture.room)) {
                        assertThat(fixture.opens(body)).isFalse();
                    }
                    assertThat(fixture.room.refused()).isEqualTo(1);
                    assertThat(fixture.buffers.memory().refused()).isZero();
                });
    }
}
