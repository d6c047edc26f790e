package io.giza.replica;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.FragmentId;

import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A fragment store that seems farther away: requests arrive, and answers come back, later by a
 * fixed time each way. Bytes within a request or an answer follow each other undelayed, as they do
 * on a long link that is not full.
 */
public final class DelayedFragmentStore implements FragmentStore {
    private final FragmentStore store;
    private final Time time;
    private final Duration oneWay;

    /**
     * Puts a store farther away.
     *
     * @param oneWay the delay of a request, and again that of its answer
     */
    public DelayedFragmentStore(FragmentStore store, Time time, Duration oneWay) {
        this.store = store;
        this.time = time;
        this.oneWay = oneWay;
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        time.sleep(oneWay);
        return new DelayedUpload(store.create(id, length), time, oneWay);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        return delayed(() -> store.read(id, offset, length));
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        delayed(
                () -> {
                    store.delete(id);
                    return id;
                });
    }

    private interface Call<A> {
        A make() throws ReplicaException;
    }

    private <A> A delayed(Call<A> call) throws ReplicaException {
        time.sleep(oneWay);
        try {
            return call.make();
        } finally {
            time.sleep(oneWay);
        }
    }

    private record DelayedUpload(FragmentUpload upload, Time time, Duration oneWay)
            implements FragmentUpload {
        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            upload.write(chunk);
        }

        @Override
        public Completion complete() throws ReplicaException {
            try {
                return upload.complete();
            } finally {
                time.sleep(oneWay);
            }
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
