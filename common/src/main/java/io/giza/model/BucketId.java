package io.giza.model;

import java.util.UUID;

/**
 * The identity of one life of a bucket. A bucket that is deleted and created again gets a new
 * identity, so rows of its former life are out of sight.
 *
 * @param value a random UUID, or zero for the key space of system objects
 */
public record BucketId(UUID value) implements Comparable<BucketId> {
    /** The reserved key space in which bucket records themselves are rows. */
    public static final BucketId SYSTEM = new BucketId(new UUID(0, 0));

    @Override
    public int compareTo(BucketId other) {
        return value.toString().compareTo(other.value.toString());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
