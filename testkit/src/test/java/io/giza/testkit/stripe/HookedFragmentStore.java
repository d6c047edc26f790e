package io.giza.testkit.stripe;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Does something before each read, and counts the reads and the bytes that they ask for. */
final class HookedFragmentStore implements FragmentStore {
    final AtomicLong bytes = new AtomicLong();
    final AtomicInteger reads = new AtomicInteger();
    private final FragmentStore store;
    private volatile Runnable before = () -> {};

    HookedFragmentStore(FragmentStore store) {
        this.store = store;
    }

    /** Hooks all stores of a data path. */
    static List<HookedFragmentStore> on(StripeFixture path) {
        List<HookedFragmentStore> hooked = new ArrayList<>();
        for (FragmentStore store : path.stores) {
            hooked.add(new HookedFragmentStore(store));
        }
        path.stores.clear();
        path.stores.addAll(hooked);
        return hooked;
    }

    /** Returns how many bytes all of them were asked for. */
    static long bytes(List<HookedFragmentStore> stores) {
        return stores.stream().mapToLong(store -> store.bytes.get()).sum();
    }

    /** Sets what happens before each read. */
    void before(Runnable action) {
        before = action;
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        return store.create(id, length);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        reads.incrementAndGet();
        bytes.addAndGet(length);
        before.run();
        return store.read(id, offset, length);
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        store.delete(id);
    }
}
