package io.giza.replica;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/** The upload of one fragment; used by one task at a time. */
public interface FragmentUpload extends AutoCloseable {
    /**
     * Sends the remaining bytes of {@code chunk}, waiting while the receiver is behind. When it
     * returns the chunk may be reused.
     */
    void write(ByteBuffer chunk) throws ReplicaException;

    /**
     * Ends the upload and waits until the fragment is durable.
     *
     * @throws IllegalStateException if fewer or more bytes were written than announced
     */
    Completion complete() throws ReplicaException;

    /** Gives the upload up unless it was completed; nothing of it stays visible. */
    @Override
    void close();

    /**
     * The end of an upload.
     *
     * @param at the wall clock of the store after the fragment was durable, empty if it does not
     *     tell; evidence of the put's age that does not rest on the clocks of its own machine
     */
    record Completion(Outcome outcome, Optional<Instant> at) {}

    /** How an upload ended. */
    enum Outcome {
        /** The fragment is durable. */
        STORED,
        /** A fragment of this name was there already; its header says whose. */
        ALREADY_THERE
    }
}
