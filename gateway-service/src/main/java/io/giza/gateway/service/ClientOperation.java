package io.giza.gateway.service;

import io.giza.model.OpId;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * What a client asks to be done once.
 *
 * @param id what its records carry, the same for each of its attempts
 * @param mayBeRetry whether the client says that it may have asked before; if not, a record that
 *     carries the identity is of another operation that was given the same one, or this attempt is
 *     late and its own retry was done before
 * @param sentAt when the client sent this attempt, by its own clock; what was written since is no
 *     other operation that was given the same identity. {@link Instant#MAX} where it does not say
 */
public record ClientOperation(OpId id, boolean mayBeRetry, Instant sentAt) {
    /** Makes an operation of which nobody knows when its client sent this attempt. */
    public ClientOperation(OpId id, boolean mayBeRetry) {
        this(id, mayBeRetry, Instant.MAX);
    }

    /** Returns the operation as one that may have been tried before. */
    public ClientOperation again() {
        return new ClientOperation(id, true, sentAt);
    }

    /** Returns an operation that nobody asks for again. */
    public static ClientOperation once(RandomGenerator random) {
        return new ClientOperation(OpId.random(random), false);
    }
}
