package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedFragmentStore;
import io.giza.simulation.fault.LateFragmentStore;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** A store that takes uploads, but far later than the others. */
class SlowStoreTest {
    private static final Duration USUAL = Duration.ofMillis(20);
    private static final Duration SLOW = Duration.ofSeconds(12);
    private static final DcName DC = Samples.dc(2);

    @Test
    void whoIsLateInARowIsSlowUntilItIsPromptInARow() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    fixture.put();
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    fixture.put();
                    assertThat(fixture.suspicion.isSlow(DC)).isTrue();
                    assertThat(fixture.suspicion.isSlow(Samples.dc(1))).isFalse();
                    fixture.delays[2] = USUAL;
                    fixture.putTimes(2);
                    assertThat(fixture.suspicion.isSlow(DC)).isTrue();
                    fixture.put();
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                });
    }

    @Test
    void uploadsUnderWayCount() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    fixture.fork("first", () -> fixture.put());
                    fixture.fork("second", () -> fixture.put());
                    fixture.sleep(Duration.ofMillis(400));
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    fixture.sleep(Duration.ofSeconds(2));
                    assertThat(fixture.suspicion.isSlow(DC)).isTrue();
                });
    }

    @Test
    void aSlowStoreIsTriedByOneUploadAtATime() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(2);
                    fixture.fork("tries", () -> fixture.upload(2));
                    fixture.sleep(Duration.ofSeconds(1));
                    assertThatThrownBy(() -> fixture.upload(2))
                            .hasCauseInstanceOf(ReplicaException.Away.class);
                    fixture.sleep(SLOW);
                    fixture.upload(2);
                });
    }

    /** An upload that waits for its client does not keep others from trying. */
    @Test
    void theTimeOfAClientMakesNobodySlow() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    for (int i = 0; i < 8; i++) {
                        fixture.uploadSlowly(2);
                    }
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(2);
                    fixture.fork("slow client", () -> fixture.uploadSlowly(2));
                    fixture.sleep(SLOW.multipliedBy(2));
                    fixture.upload(2);
                });
    }

    @Test
    void neitherOfTwoSlowStoresIsLeftOut() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(2);
                    fixture.delays[1] = SLOW;
                    fixture.putTimes(2);
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    assertThat(fixture.suspicion.isSlow(Samples.dc(1))).isFalse();
                });
    }

    @Test
    void nobodyIsLeftOutForSlownessWhileAnotherIsAway() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(2);
                    fixture.suspicion.expectAway(Set.of(Samples.dc(1)));
                    assertThat(fixture.suspicion.isSlow(DC)).isFalse();
                    fixture.suspicion.expectAway(Set.of());
                    assertThat(fixture.suspicion.isSlow(DC)).isTrue();
                });
    }

    @Test
    void whereAllBecomeSlowNobodyIs() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[0] = SLOW;
                    fixture.delays[1] = SLOW;
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(12);
                    for (int i = 0; i < 3; i++) {
                        assertThat(fixture.suspicion.isSlow(Samples.dc(i))).isFalse();
                    }
                });
    }

    @Test
    void aSuspicionThatContinuesKnowsWhoIsSlow() {
        run(
                fixture -> {
                    fixture.putTimes(4);
                    fixture.delays[2] = SLOW;
                    fixture.putTimes(2);
                    Suspicion next = fixture.newSuspicion();
                    fixture.stores(next);
                    next.continueFrom(fixture.suspicion);
                    assertThat(next.isSlow(DC)).isTrue();
                });
    }

    private interface Story {
        void tell(Fixture fixture);
    }

    private static void run(Story story) {
        Simulation.run(1, simulation -> story.tell(new Fixture(simulation.scenario())));
    }

    private static final class Fixture {
        private final Surroundings surroundings;
        private final SplittableRandom random = new SplittableRandom(1);
        final Duration[] delays = {USUAL, USUAL, USUAL};
        final Suspicion suspicion;
        private final List<FragmentStore> stores;

        Fixture(Surroundings surroundings) {
            this.surroundings = surroundings;
            this.suspicion = newSuspicion();
            this.stores = stores(suspicion);
        }

        Suspicion newSuspicion() {
            Duration pause = Duration.ofHours(1);
            return new Suspicion(surroundings, new Suspicion.Patience(pause, pause));
        }

        List<FragmentStore> stores(Suspicion watcher) {
            List<FragmentStore> watched = new ArrayList<>();
            for (int i = 0; i < delays.length; i++) {
                int index = i;
                FragmentStore store = new InMemoryFragmentStore(Samples.dc(i));
                watched.add(
                        new WatchedFragmentStore(
                                new LateFragmentStore(store, () -> sleep(delays[index])), watcher));
            }
            return watched;
        }

        void putTimes(int times) {
            for (int i = 0; i < times; i++) {
                put();
            }
        }

        void put() {
            for (int i = 0; i < delays.length; i++) {
                upload(i);
            }
        }

        void upload(int index) {
            upload(index, Duration.ZERO);
        }

        void uploadSlowly(int index) {
            upload(index, Duration.ofMinutes(1));
        }

        private void upload(int index, Duration pauseOfClient) {
            FragmentId id = Samples.fragment(index, random);
            try (FragmentUpload upload = stores.get(index).create(id, 1)) {
                sleep(pauseOfClient);
                upload.write(ByteBuffer.allocate(1));
                upload.complete();
            } catch (ReplicaException e) {
                throw new IllegalStateException(e);
            }
        }

        void fork(String name, Runnable task) {
            surroundings.tasks().fork(name, task);
        }

        void sleep(Duration time) {
            if (!time.isZero()) {
                surroundings.time().sleep(time);
            }
        }
    }
}
