package io.giza.replica;

import io.giza.model.DcName;
import io.giza.model.FragmentId;

import java.nio.ByteBuffer;

/** A fragment store of which it is noted when it fails and when it answers. */
public final class WatchedFragmentStore implements FragmentStore {
    private final FragmentStore store;
    private final Suspicion suspicion;

    /**
     * Watches a store.
     *
     * @param suspicion who failed lately; of fragments alone, since a data center's metadata may
     *     answer while its fragments do not
     */
    public WatchedFragmentStore(FragmentStore store, Suspicion suspicion) {
        this.store = store;
        this.suspicion = suspicion;
    }

    private interface Call<T> {
        T make() throws ReplicaException;
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        // That an upload could be begun says nothing: perhaps nothing was sent yet.
        return new WatchedUpload(noting(() -> store.create(id, length)));
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        FragmentRead found = noting(() -> store.read(id, offset, length));
        suspicion.answered(dc());
        return found;
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        noting(
                () -> {
                    store.delete(id);
                    return id;
                });
        suspicion.answered(dc());
    }

    private <T> T noting(Call<T> call) throws ReplicaException {
        try {
            return call.make();
        } catch (ReplicaException.Refused | ReplicaException.NotReady e) {
            // It is there, and said something.
            throw e;
        } catch (ReplicaException e) {
            suspicion.failed(dc());
            throw e;
        }
    }

    private final class WatchedUpload implements FragmentUpload {
        private final FragmentUpload upload;

        WatchedUpload(FragmentUpload upload) {
            this.upload = upload;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            noting(
                    () -> {
                        upload.write(chunk);
                        return chunk;
                    });
        }

        @Override
        public Outcome complete() throws ReplicaException {
            Outcome outcome = noting(upload::complete);
            suspicion.answered(dc());
            return outcome;
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
