package io.giza.model;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The identity of one client operation, the same over all of its retries, so that a retry of an
 * operation that already happened finds the earlier version.
 *
 * @param value a UUID derived from the client's invocation id and access key, or random
 */
public record OpId(UUID value) {
    /** Returns a fresh identity drawn from {@code random}. */
    public static OpId random(RandomGenerator random) {
        return new OpId(new UUID(random.nextLong(), random.nextLong()));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
