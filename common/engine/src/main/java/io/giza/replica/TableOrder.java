package io.giza.replica;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreProgress;
import io.giza.model.ObjectKey;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * An order about the rows of a data center as a whole. Whether it took effect is read from the
 * membership in the {@link TableReport}: one that comes late or twice changes nothing.
 */
public sealed interface TableOrder {
    /** Returns the sender's topology epoch. */
    long epoch();

    /** An order that is about the membership alone: fragment stores take these too. */
    sealed interface OfMembership extends TableOrder {
        /** Returns what is known after the order was given to one who knew {@code before}. */
        Membership after(Membership before);
    }

    /**
     * Serve this epoch, if it is the next: from then on, requests of lower ones are refused.
     *
     * @param members who decides in it, empty if that is not said
     */
    record Raise(long epoch, String members) implements OfMembership {
        public Raise {
            Membership.requireEpoch(epoch);
            io.giza.membership.Seat.requireMembers(members);
        }

        /** Does not say who decides. */
        public Raise(long epoch) {
            this(epoch, "");
        }

        @Override
        public Membership after(Membership before) {
            return before.raised(epoch, members);
        }
    }

    /**
     * Take the place of a lost table in this epoch: only rows that are seeded may speak, and of a
     * fragment that is not there nothing is known.
     *
     * @param life the store that is meant; no other obeys
     * @param members who decides in the epoch, empty if that is not said
     */
    record Join(long epoch, String life, String members) implements OfMembership {
        public Join {
            Membership.requireEpoch(epoch);
            io.giza.membership.Seat.requireMembers(members);
        }

        @Override
        public Membership after(Membership before) {
            return before.life().equals(life) ? before.joining(epoch, members) : before;
        }
    }

    /**
     * Remember which store takes a place in this epoch, unless another has it.
     *
     * @param members who decides in the epoch, empty if that is not said
     */
    record Seat(long epoch, String members, Occupant occupant) implements OfMembership {
        public Seat {
            Membership.requireEpoch(epoch);
            io.giza.membership.Seat.requireMembers(members);
        }

        @Override
        public Membership after(Membership before) {
            return before.raised(epoch, members).withOccupant(epoch, occupant);
        }
    }

    /** Remember how far stores have come, in whatever epoch. */
    record Note(long epoch, List<StoreProgress> progress) implements OfMembership {
        public Note {
            Membership.requireEpoch(epoch);
            progress = List.copyOf(progress);
        }

        @Override
        public Membership after(Membership before) {
            return before.withProgress(progress);
        }
    }

    /** All keys are seeded, all fragments rebuilt: what is absent now was never touched. */
    record Activate(long epoch) implements OfMembership {
        public Activate {
            Membership.requireEpoch(epoch);
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
            Membership.requireEpoch(epoch);
            if (limit < 1) {
                throw new IllegalArgumentException("limit must be at least 1, not " + limit);
            }
        }
    }
}
