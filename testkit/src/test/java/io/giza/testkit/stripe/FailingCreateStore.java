package io.giza.testkit.stripe;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.util.function.Function;

/** Fails where an upload begins. */
record FailingCreateStore(FragmentStore store, Function<DcName, ReplicaException> failure)
        implements FragmentStore {
    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        throw failure.apply(dc());
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        return store.read(id, offset, length);
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        store.delete(id);
    }
}
