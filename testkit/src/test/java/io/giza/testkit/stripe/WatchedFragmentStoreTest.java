package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedFragmentStore;
import io.giza.testkit.contract.FragmentStoreContract;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;

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
    void whoFailsIsSuspectedUntilItAnswers() throws Exception {
        TamperedFragmentStore store = new TamperedFragmentStore(Samples.dc(1));
        WatchedFragmentStore watched = new WatchedFragmentStore(store, suspicion);
        watched.read(id, 0, 1);
        assertThat(suspicion.suspects(store.dc())).isFalse();

        store.setDown(true);
        assertThatThrownBy(() -> watched.read(id, 0, 1)).isInstanceOf(ReplicaException.class);
        assertThat(suspicion.suspects(store.dc())).isTrue();

        store.setDown(false);
        try (FragmentUpload upload = watched.create(id, 1)) {
            upload.write(ByteBuffer.allocate(1));
            assertThat(suspicion.suspects(store.dc())).isTrue();
            upload.complete();
        }
        assertThat(suspicion.suspects(store.dc())).isFalse();
    }
}
