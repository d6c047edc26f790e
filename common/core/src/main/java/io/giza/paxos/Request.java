package io.giza.paxos;

import io.giza.model.Command;
import io.giza.model.Value;

import java.util.List;

/**
 * What a proposer or reader asks of one acceptor's row. A {@code tail} carries chosen versions that
 * the acceptor may not know yet, at least the one before the instance: it cannot vote without it.
 */
public sealed interface Request {
    /** Returns the sender's topology epoch; an acceptor that saw a higher one refuses. */
    long epoch();

    /** A request about one instance. */
    sealed interface AtInstance extends Request {
        /** Returns the instance. */
        Instance at();

        /** Returns chosen versions before the instance, ascending, contiguous. */
        List<Entry> tail();

        @Override
        default long epoch() {
            return at().epoch();
        }
    }

    /** A request that brings a value to vote for. */
    sealed interface Offer extends AtInstance {
        /** Returns the value. */
        Value value();
    }

    /**
     * Returns the row.
     *
     * @param epoch the sender's topology epoch
     * @param from the first version of the log that is wanted, as far as the head of the row
     *     reaches back; 0 for the newest few
     */
    record Read(long epoch, long from) implements Request {}

    /** Asks for a vote on the fast ballot. */
    record PreAccept(Instance at, Value value, List<Entry> tail) implements Offer {
        public PreAccept {
            tail = List.copyOf(tail);
        }
    }

    /** Asks for a promise, and for what was accepted before. */
    record Prepare(Instance at, Ballot ballot, List<Entry> tail) implements AtInstance {
        public Prepare {
            tail = List.copyOf(tail);
        }
    }

    /** Asks for a vote on the confirm ballot or a classic one. */
    record Accept(Instance at, Ballot ballot, Value value, List<Entry> tail) implements Offer {
        public Accept {
            tail = List.copyOf(tail);
        }
    }

    /**
     * Tells which versions are chosen.
     *
     * @param epoch the sender's topology epoch
     * @param generation the incarnation of the row
     * @param tail the versions, ascending, contiguous
     */
    record Commit(long epoch, long generation, List<Entry> tail) implements Request {
        public Commit {
            tail = List.copyOf(tail);
        }
    }

    /**
     * Gives a row to a table that replaces a lost one. Changes nothing where a row is.
     *
     * @param epoch the sender's topology epoch
     * @param row the row: its whole log, the promise of a classic ballot of this epoch, no vote
     * @throws IllegalArgumentException if the row is no such row
     */
    record Seed(long epoch, Row row) implements Request {
        public Seed {
            Ballot promised = row.open().promised();
            if (row.firstHeld() != 1
                    || row.open().vote() != null
                    || !promised.isClassic()
                    || promised.epoch() != epoch) {
                throw new IllegalArgumentException("no row to seed in " + epoch + ": " + row);
            }
        }
    }

    /**
     * Asks to shrink a row that ended to a stub: the empty row of the generation that follows.
     *
     * @param epoch the sender's topology epoch
     * @param generation the generation that follows, as the row's REMOVE announced it
     */
    record Remove(long epoch, long generation) implements Request {}

    /**
     * Asks to drop what a version says, of which nothing is left: its fragments are deleted, and
     * before that it was decided that it is. The version itself stays, so the log has no gap.
     *
     * @param epoch the sender's topology epoch
     * @param generation the incarnation of the row
     * @param deletion the chosen record that deletes the version: its argument
     */
    record Truncate(long epoch, long generation, Entry deletion) implements Request {
        public Truncate {
            long version = deleted(deletion);
            if (version < 1 || version >= deletion.version()) {
                throw new IllegalArgumentException("it deletes no earlier version: " + deletion);
            }
        }

        private static long deleted(Entry deletion) {
            return deletion.value().command() instanceof Command.DeleteVersion record
                    ? record.version()
                    : 0;
        }

        /** Returns the version to drop. */
        public long version() {
            return deleted(deletion);
        }
    }
}
