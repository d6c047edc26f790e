package io.giza.replica;

import io.giza.membership.Membership;
import io.giza.model.ObjectKey;

import java.util.List;

/**
 * How a table stands after an order.
 *
 * @param membership what it knows of the topology
 * @param keys the keys that were asked for, in order
 * @param more whether further keys may follow the last one
 * @throws IllegalArgumentException if more keys follow none
 */
public record TableReport(Membership membership, List<ObjectKey> keys, boolean more) {
    public TableReport {
        keys = List.copyOf(keys);
        if (more && keys.isEmpty()) {
            throw new IllegalArgumentException("a page with more to come must have a key");
        }
    }

    /** Returns a report without keys. */
    public static TableReport of(Membership membership) {
        return new TableReport(membership, List.of(), false);
    }

    /** Tells whether the table serves requests of {@code epoch}, and speaks for all its rows. */
    public boolean servesAllIn(long epoch) {
        return membership.epoch() == epoch && !membership.isJoining();
    }
}
