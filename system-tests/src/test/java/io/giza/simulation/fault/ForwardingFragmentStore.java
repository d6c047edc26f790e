package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

/** A store that passes everything on. */
public class ForwardingFragmentStore implements FragmentStore {
    public final FragmentStore store;

    public ForwardingFragmentStore(FragmentStore store) {
        this.store = store;
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
        return store.read(id, offset, length);
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        store.delete(id);
    }
}
