package io.giza.testkit.fake;

import io.giza.model.FragmentId;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;

/** An upload that keeps what is written, and hands it over when it is complete. */
final class BufferedUpload implements FragmentUpload {
    private final FragmentId id;
    private final long length;
    private final Runnable pause;
    private final Store store;
    private final InstantSource clock;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long written;
    private boolean ended;

    /** Takes a whole fragment, or leaves what is there. */
    @FunctionalInterface
    interface Store {
        Outcome store(byte[] content) throws ReplicaException;
    }

    /**
     * Begins an upload.
     *
     * @param length how many bytes are announced; what exceeds them is counted and not kept
     * @param pause runs after each write
     */
    BufferedUpload(FragmentId id, long length, Runnable pause, Store store, InstantSource clock) {
        this.id = id;
        this.length = length;
        this.pause = pause;
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void write(ByteBuffer chunk) {
        checkOpen();
        written += chunk.remaining();
        byte[] copy = new byte[chunk.remaining()];
        chunk.get(copy);
        if (written <= length) {
            bytes.writeBytes(copy);
        }
        pause.run();
    }

    @Override
    public Completion complete() throws ReplicaException {
        checkOpen();
        ended = true;
        if (written != length) {
            throw new IllegalStateException(
                    id + ": " + written + " bytes written, " + length + " announced");
        }
        return new Completion(store.store(bytes.toByteArray()), Optional.of(clock.instant()));
    }

    @Override
    public void close() {
        ended = true;
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException(id + ": the upload has ended");
        }
    }
}
