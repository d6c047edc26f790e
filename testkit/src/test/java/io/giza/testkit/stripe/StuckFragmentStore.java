package io.giza.testkit.stripe;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;

/** Lets no byte pass before a latch is open. */
record StuckFragmentStore(FragmentStore store, CountDownLatch latch) implements FragmentStore {
    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        FragmentUpload upload = store.create(id, length);
        return new FragmentUpload() {
            @Override
            public void write(ByteBuffer chunk) throws ReplicaException {
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                upload.write(chunk);
            }

            @Override
            public Completion complete() throws ReplicaException {
                return upload.complete();
            }

            @Override
            public void close() {
                upload.close();
            }
        };
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
