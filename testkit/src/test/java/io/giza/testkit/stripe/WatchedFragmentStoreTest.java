package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedFragmentStore;
import io.giza.testkit.contract.FragmentStoreContract;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A watched store is a store like any other. */
class WatchedFragmentStoreTest extends FragmentStoreContract {
    private final FragmentId id = Samples.fragment(1, new SplittableRandom(3));
    private final VirtualThreads threads = new VirtualThreads();
    private final Suspicion suspicion =
            new Suspicion(
                    new Surroundings(threads, threads, new SplittableRandom(4)),
                    new Suspicion.Patience(Duration.ofHours(1), Duration.ofHours(1)));

    @Override
    protected void with(Scenario scenario) throws Exception {
        scenario.run(new WatchedFragmentStore(new InMemoryFragmentStore(Samples.dc(1)), suspicion));
    }

    @Test
    void whoFailsIsSuspectedUntilItAnswers() {
        Duration pause = Duration.ofHours(1);
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Suspicion simulated =
                            new Suspicion(surroundings, new Suspicion.Patience(pause, pause));
                    TamperedFragmentStore store = new TamperedFragmentStore(Samples.dc(1));
                    WatchedFragmentStore watched = new WatchedFragmentStore(store, simulated);
                    watched.read(id, 0, 1);
                    assertThat(simulated.isSuspect(store.dc())).isFalse();

                    store.setDown(true);
                    assertThatThrownBy(() -> watched.read(id, 0, 1))
                            .isInstanceOf(ReplicaException.class);
                    // Whoever asks whether it is back asks while it is down, and then pauses.
                    surroundings.time().sleep(Duration.ofSeconds(1));
                    assertThat(simulated.isSuspect(store.dc())).isTrue();

                    store.setDown(false);
                    try (FragmentUpload upload = watched.create(id, 1)) {
                        upload.write(ByteBuffer.allocate(1));
                        assertThat(simulated.isSuspect(store.dc())).isTrue();
                        upload.complete();
                    }
                    assertThat(simulated.isSuspect(store.dc())).isFalse();
                });
    }

    /** Who begins to reach the same data centers anew does not wait for one that is away. */
    @Test
    void whoIsSuspectedStaysSoInASuspicionThatContinues() {
        Duration pause = Duration.ofHours(1);
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    var patience = new Suspicion.Patience(pause, pause);
                    Suspicion before = new Suspicion(surroundings, patience);
                    TamperedFragmentStore store = new TamperedFragmentStore(Samples.dc(1));
                    store.setDown(true);
                    WatchedFragmentStore watched = new WatchedFragmentStore(store, before);
                    assertThatThrownBy(() -> watched.read(id, 0, 1))
                            .isInstanceOf(ReplicaException.class);
                    Suspicion after = new Suspicion(surroundings, patience);
                    WatchedFragmentStore anew = new WatchedFragmentStore(store, after);

                    after.continueFrom(before);

                    assertThat(after.isSuspect(store.dc())).isTrue();
                    assertThat(after.isSuspect(Samples.dc(2))).isFalse();
                    store.setDown(false);
                    anew.read(id, 0, 1);
                    assertThat(after.isSuspect(store.dc())).isFalse();
                });
    }

    @Test
    void whoIsExpectedToBeAwayIsNotWaitedForWhateverItAnswers() throws ReplicaException {
        TamperedFragmentStore store = new TamperedFragmentStore(Samples.dc(1));
        WatchedFragmentStore watched = new WatchedFragmentStore(store, suspicion);
        suspicion.expectAway(Set.of(store.dc()));
        watched.read(id, 0, 1);
        assertThat(suspicion.isAway(store.dc())).isTrue();
        assertThat(suspicion.isSuspect(store.dc())).isTrue();
        assertThat(suspicion.isSuspect(Samples.dc(2))).isFalse();
        suspicion.expectAway(Set.of());
        assertThat(suspicion.isSuspect(store.dc())).isFalse();
    }

    @Test
    void whoIsBusyIsThere() {
        FailingStore store = new FailingStore();
        WatchedFragmentStore watched = new WatchedFragmentStore(store, suspicion);
        store.failure = dc -> new ReplicaException.Throttled(dc, "503", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.isAway(store.dc())).isFalse();
        store.failure = dc -> new ReplicaException.Failed(dc, "500", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.isAway(store.dc())).isTrue();
        store.failure = dc -> new ReplicaException.Throttled(dc, "503", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.isAway(store.dc())).isFalse();
    }

    @Test
    void whomThisProcessDidNotAskIsAsItWas() {
        FailingStore store = new FailingStore();
        WatchedFragmentStore watched = new WatchedFragmentStore(store, suspicion);
        store.failure = dc -> new ReplicaException.Withheld(dc, "full", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.isAway(store.dc())).isFalse();
        store.failure = dc -> new ReplicaException.Failed(dc, "500", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        store.failure = dc -> new ReplicaException.Withheld(dc, "full", null);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.isAway(store.dc())).isTrue();
    }

    @Test
    void whoTakesBytesIsNotSilentThoughNothingIsAnsweredYet() {
        Duration silence = Duration.ofSeconds(1);
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Suspicion simulated =
                            new Suspicion(surroundings, new Suspicion.Patience(silence, silence));
                    Time time = surroundings.time();
                    FragmentStore store = new InMemoryFragmentStore(Samples.dc(1));
                    WatchedFragmentStore watched = new WatchedFragmentStore(store, simulated);
                    FragmentStore hung = new WatchedFragmentStore(new Hung(store, time), simulated);
                    FragmentId other = Samples.fragment(2, new SplittableRandom(5));
                    surroundings
                            .tasks()
                            .fork(
                                    "hung",
                                    () -> {
                                        try (FragmentUpload slow = hung.create(other, 1)) {
                                            slow.write(ByteBuffer.allocate(1));
                                        } catch (ReplicaException e) {
                                            throw new IllegalStateException(e);
                                        }
                                    });
                    time.sleep(silence.multipliedBy(2));
                    assertThat(simulated.isSuspect(store.dc())).isTrue();
                    try (FragmentUpload upload = watched.create(id, 1)) {
                        upload.write(ByteBuffer.allocate(1));
                        assertThat(simulated.isSuspect(store.dc())).isFalse();
                    }
                    time.sleep(silence.multipliedBy(2));
                    assertThat(simulated.isSuspect(store.dc())).isTrue();
                });
    }

    /** One question fails as a call does, another by a bug; a third is answered that it is busy. */
    @Test
    void whoIsAskedIsAskedAgainWhateverBecameOfTheQuestion() {
        Duration pause = Duration.ofSeconds(5);
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Suspicion simulated =
                            new Suspicion(surroundings, new Suspicion.Patience(pause, pause));
                    FailingStore store = new FailingStore();
                    WatchedFragmentStore watched = new WatchedFragmentStore(store, simulated);
                    store.failure = dc -> new ReplicaException.Failed(dc, "500", null);
                    assertThatThrownBy(() -> watched.read(id, 0, 1))
                            .isInstanceOf(ReplicaException.class);
                    surroundings.time().sleep(pause);
                    store.failure =
                            dc -> {
                                throw new IllegalStateException("a bug");
                            };
                    surroundings.time().sleep(pause.multipliedBy(2));
                    assertThat(simulated.isAway(store.dc())).isTrue();
                    store.failure = dc -> new ReplicaException.Throttled(dc, "503", null);
                    surroundings.time().sleep(pause.multipliedBy(2));
                    assertThat(simulated.isAway(store.dc())).isFalse();
                });
    }

    /** Takes an hour to take bytes. */
    private record Hung(FragmentStore store, Time time) implements FragmentStore {
        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public FragmentUpload create(FragmentId fragment, long length) throws ReplicaException {
            time.sleep(Duration.ofHours(1));
            return store.create(fragment, length);
        }

        @Override
        public FragmentRead read(FragmentId fragment, long offset, long length)
                throws ReplicaException {
            return store.read(fragment, offset, length);
        }

        @Override
        public void delete(FragmentId fragment) throws ReplicaException {
            store.delete(fragment);
        }
    }

    /** Fails in a way of the test's choice. */
    private static final class FailingStore implements FragmentStore {
        volatile Function<DcName, ReplicaException> failure =
                dc -> new ReplicaException.Failed(dc, "500", null);

        @Override
        public DcName dc() {
            return Samples.dc(1);
        }

        @Override
        public FragmentUpload create(FragmentId fragment, long length) throws ReplicaException {
            throw failure.apply(dc());
        }

        @Override
        public void delete(FragmentId fragment) throws ReplicaException {
            throw failure.apply(dc());
        }

        @Override
        public FragmentRead read(FragmentId fragment, long offset, long length)
                throws ReplicaException {
            throw failure.apply(dc());
        }
    }
}
