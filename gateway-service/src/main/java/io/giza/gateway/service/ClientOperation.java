package io.giza.gateway.service;

import io.giza.model.OpId;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * What a client asks to be done once.
 *
 * @param id what its records carry, the same for each of its attempts
 * @param attempt which of its attempts this is
 * @param isSought whether others look for its record
 * @param sentAt when the client sent this attempt, by its own clock; what was written since is no
 *     other operation that was given the same identity. {@link Instant#MAX} where it does not say
 */
public record ClientOperation(OpId id, Attempt attempt, boolean isSought, Instant sentAt) {
    /** Which attempt of its operation a request is. */
    public enum Attempt {
        /**
         * The first one. A record that carries its identity is of another operation that was given
         * the same one, or this attempt is late and its own retry was done before.
         */
        FIRST,

        /** The first one, which the gateway goes on with after it may have done it already. */
        CONTINUED,

        /** The client says that it may have asked before. */
        RETRY
    }

    /**
     * Makes an attempt of an operation.
     *
     * @param isRetry whether the client says that it may have asked before
     */
    public ClientOperation(OpId id, boolean isRetry, Instant sentAt) {
        this(id, isRetry ? Attempt.RETRY : Attempt.FIRST, false, sentAt);
    }

    /** Makes an operation of which nobody knows when its client sent this attempt. */
    public ClientOperation(OpId id, boolean isRetry) {
        this(id, isRetry, Instant.MAX);
    }

    /** Tells whether it may have been done before. */
    public boolean mayBeRepeated() {
        return attempt != Attempt.FIRST;
    }

    /** Tells whether the client says that it may have asked before. */
    public boolean isRetry() {
        return attempt == Attempt.RETRY;
    }

    /**
     * Returns the attempt as the gateway goes on with it: no other than the client's, so what
     * became of the client's retry holds for it as before.
     */
    public ClientOperation continued() {
        return isRetry() ? this : new ClientOperation(id, Attempt.CONTINUED, isSought, sentAt);
    }

    /** Returns the same, whose record others look for: they are told of what it did. */
    public ClientOperation sought() {
        return new ClientOperation(id, attempt, true, sentAt);
    }

    /**
     * Tells whether it may succeed without a record, where others wrote over it at once. Another
     * attempt could still be appended, and must find it in the log.
     */
    public boolean mayBeLeftOut() {
        return attempt == Attempt.FIRST && !isSought;
    }

    /** Returns an operation that nobody asks for again. */
    public static ClientOperation once(RandomGenerator random) {
        return new ClientOperation(OpId.random(random), false);
    }
}
