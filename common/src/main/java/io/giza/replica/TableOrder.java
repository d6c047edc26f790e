package io.giza.replica;

import io.giza.model.ObjectKey;
import io.giza.paxos.Membership;

import org.jspecify.annotations.Nullable;

/**
 * An order about the rows of a data center as a whole. Whether it took effect is read from the
 * membership in the {@link TableReport}: one that comes late or twice changes nothing.
 */
public sealed interface TableOrder {
    /** Returns the sender's topology epoch; the table has seen it before it does what is asked. */
    long epoch();

    /** An order that is about the membership alone: fragment stores take these too. */
    sealed interface OfMembership extends TableOrder {
        /** Returns what is known after the order was given to one who knew {@code before}. */
        Membership after(Membership before);
    }

    /** See this epoch: from then on, requests of lower ones are refused. */
    record Raise(long epoch) implements OfMembership {
        public Raise {
            requireEpoch(epoch);
        }

        @Override
        public Membership after(Membership before) {
            return before.seeing(epoch);
        }
    }

    /**
     * Take the place of a lost table in this epoch: only rows that are seeded may speak, and of a
     * fragment that is not there nothing is known.
     */
    record Join(long epoch) implements OfMembership {
        public Join {
            requireEpoch(epoch);
        }

        @Override
        public Membership after(Membership before) {
            return before.joining(epoch);
        }
    }

    /** All keys are seeded, all fragments rebuilt: what is absent now was never touched. */
    record Activate(long epoch) implements OfMembership {
        public Activate {
            requireEpoch(epoch);
        }

        @Override
        public Membership after(Membership before) {
            return before.activated(epoch);
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
