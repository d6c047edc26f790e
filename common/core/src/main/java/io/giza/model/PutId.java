package io.giza.model;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The identity of one attempt to append a record: names the attempt's fragments and is the identity
 * of its value in consensus. Every attempt has a fresh one.
 *
 * @param value a random UUID
 */
public record PutId(UUID value) {
    /** Returns a fresh identity drawn from {@code random}. */
    public static PutId random(RandomGenerator random) {
        return new PutId(new UUID(random.nextLong(), random.nextLong()));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
