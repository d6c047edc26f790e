package io.giza.replica;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.Suspicion.Call;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.UUID;

/** A store of which it is noted when it fails, keeps silent and answers, whoever listens. */
public final class WatchedFragmentStore implements FragmentStore {
    private static final FragmentId NOTHING =
            new FragmentId("none", ObjectKey.ofBucketRecord("-"), new PutId(new UUID(0, 0)), 0);

    private final FragmentStore store;
    private final Suspicion suspicion;

    /**
     * Watches a store.
     *
     * @param suspicion who does not answer; of fragments alone, since a data center's metadata may
     *     answer while its fragments do not
     */
    public WatchedFragmentStore(FragmentStore store, Suspicion suspicion) {
        this.store = store;
        this.suspicion = suspicion;
        suspicion.watch(store.dc(), () -> probe(store));
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        suspicion.admit(dc());
        // That an upload could be begun says nothing: perhaps nothing was sent yet.
        return new WatchedUpload(watching(() -> store.create(id, length)));
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        suspicion.admit(dc());
        return answering(() -> store.read(id, offset, length));
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        suspicion.admit(dc());
        answering(
                () -> {
                    store.delete(id);
                    return id;
                });
    }

    private <T> T watching(Call<T> call) throws ReplicaException {
        return suspicion.watching(dc(), call);
    }

    private <T> T answering(Call<T> call) throws ReplicaException {
        return suspicion.answering(dc(), call);
    }

    private static void probe(FragmentStore store) throws ReplicaException {
        if (store.read(NOTHING, 0, 1) instanceof FragmentRead.Found(InputStream bytes)) {
            try (bytes) {
                throw new IllegalStateException("a fragment that nobody put: " + NOTHING);
            } catch (IOException e) {
                return;
            }
        }
    }

    private final class WatchedUpload implements FragmentUpload {
        private final FragmentUpload upload;

        WatchedUpload(FragmentUpload upload) {
            this.upload = upload;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            watching(
                    () -> {
                        upload.write(chunk);
                        return chunk;
                    });
            suspicion.progressed(dc());
        }

        @Override
        public Completion complete() throws ReplicaException {
            Completion completion = answering(upload::complete);
            suspicion.stored(dc());
            return completion;
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
