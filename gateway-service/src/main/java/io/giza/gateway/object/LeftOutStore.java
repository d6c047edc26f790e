package io.giza.gateway.object;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

/** A store that takes no upload of a put. */
record LeftOutStore(FragmentStore store) implements FragmentStore {
    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        throw new ReplicaException.Away(dc(), "it is slow, and takes other uploads");
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
