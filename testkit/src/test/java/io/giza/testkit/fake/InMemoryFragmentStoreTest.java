package io.giza.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.testkit.contract.FragmentStoreContract;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

class InMemoryFragmentStoreTest extends FragmentStoreContract {
    private final FragmentId id = Samples.fragment(1, new SplittableRandom(3));

    @Override
    protected void with(Scenario scenario) throws Exception {
        scenario.run(new InMemoryFragmentStore(Samples.dc(1)));
    }

    @Test
    void lostFragmentIsAbsent() {
        InMemoryFragmentStore store = holding(new byte[] {1, 2, 3});
        assertThat(store.holds(id)).isTrue();
        assertThat(store.ids()).containsExactly(id);
        assertThat(store.lose(id)).isTrue();
        assertThat(store.lose(id)).isFalse();
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    @Test
    void corruptedFragmentDiffersInThatByteAlone() throws Exception {
        InMemoryFragmentStore store = holding(new byte[] {1, 2, 3});
        store.corrupt(id, 1);
        FragmentRead.Found found = (FragmentRead.Found) store.read(id, 0, 3);
        assertThat(found.bytes().readAllBytes()).containsExactly(1, ~2, 3);
        assertThatThrownBy(() -> store.corrupt(id, 3)).isInstanceOf(IllegalStateException.class);
    }

    private InMemoryFragmentStore holding(byte[] bytes) {
        InMemoryFragmentStore store = new InMemoryFragmentStore(Samples.dc(1));
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            upload.complete();
        } catch (ReplicaException e) {
            throw new AssertionError(e);
        }
        return store;
    }
}
