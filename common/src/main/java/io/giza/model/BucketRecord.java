package io.giza.model;

import java.time.Instant;

/**
 * What the newest version of a bucket's row says of the bucket.
 *
 * @param id the identity of this life of the bucket
 * @param state where in its life it is
 * @param account the name of the account that owns it
 * @param created when this life began
 */
public record BucketRecord(BucketId id, State state, String account, Instant created) {
    /** Where in its life a bucket is. */
    public enum State {
        /** It can be written to. */
        ACTIVE,
        /** Somebody is finding out whether it is empty; becomes ACTIVE again or DELETED. */
        DELETING,
        /** This life is over; the name is free. */
        DELETED
    }

    /** Returns this life in another state. */
    public BucketRecord in(State other) {
        return new BucketRecord(id, other, account, created);
    }
}
