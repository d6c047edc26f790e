package io.giza.simulation.fault;

import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.nio.ByteBuffer;

/** A store whose uploads end late. */
public final class LateFragmentStore extends ForwardingFragmentStore {
    private final Runnable delay;

    /** Makes one that goes through {@code delay} before an upload is complete. */
    public LateFragmentStore(FragmentStore store, Runnable delay) {
        super(store);
        this.delay = delay;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        FragmentUpload upload = super.create(id, length);
        return new FragmentUpload() {
            @Override
            public void write(ByteBuffer bytes) throws ReplicaException {
                upload.write(bytes);
            }

            @Override
            public Completion complete() throws ReplicaException {
                delay.run();
                return upload.complete();
            }

            @Override
            public void close() {
                upload.close();
            }
        };
    }
}
