package io.giza.gateway.object;

import io.giza.model.OpId;

import java.util.random.RandomGenerator;

/**
 * What a client asks to be done once.
 *
 * @param id what its records carry, the same for each of its attempts
 * @param mayBeRetry whether the client says that it may have asked before; if not, a record that
 *     carries the identity is of another operation that was given the same one
 */
public record ClientOperation(OpId id, boolean mayBeRetry) {
    /** Returns an operation that nobody asks for again. */
    public static ClientOperation once(RandomGenerator random) {
        return new ClientOperation(OpId.random(random), false);
    }
}
