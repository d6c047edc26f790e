package io.giza.replica;

import io.giza.model.ObjectKey;

import org.jspecify.annotations.Nullable;

/**
 * An order about the rows of a data center as a whole. Whether it took effect is read from the
 * membership in the {@link TableReport}: one that comes late or twice changes nothing.
 */
public sealed interface TableOrder {
    /** Returns the sender's topology epoch; the table has seen it before it does what is asked. */
    long epoch();

    /** See this epoch: from then on, requests of lower ones are refused. */
    record Raise(long epoch) implements TableOrder {
        public Raise {
            requireEpoch(epoch);
        }
    }

    /** Take the place of a lost table in this epoch: only rows that are seeded may speak. */
    record Join(long epoch) implements TableOrder {
        public Join {
            requireEpoch(epoch);
        }
    }

    /** All keys are seeded: what is absent from now on was never touched. */
    record Activate(long epoch) implements TableOrder {
        public Activate {
            requireEpoch(epoch);
        }
    }

    /**
     * Name the keys of the rows of all buckets, in the order of keys; none while the table is
     * joining, or if the epoch is stale.
     *
     * @param after the key after which to begin, null for the first
     * @param limit the greatest number of keys, at least 1
     */
    record Keys(long epoch, @Nullable ObjectKey after, int limit) implements TableOrder {
        public Keys {
            requireEpoch(epoch);
            if (limit < 1) {
                throw new IllegalArgumentException("limit must be at least 1, not " + limit);
            }
        }
    }

    private static void requireEpoch(long epoch) {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch must be at least 1, not " + epoch);
        }
    }
}
