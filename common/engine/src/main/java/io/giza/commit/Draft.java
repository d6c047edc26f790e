package io.giza.commit;

import io.giza.commit.turn.Passage;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;

import java.util.Optional;

/** A record that wants to be appended, and the condition under which it does. */
@FunctionalInterface
public interface Draft {
    /**
     * Returns the record to propose as the version after the last of {@code row}, or empty to
     * withdraw. Every call returns the same record. Called again after another proposer's record
     * took the version.
     *
     * @param row a row of which every version is chosen, at least the newest part of its log
     */
    Optional<Value> proposalAfter(Row row);

    /**
     * Tells whether the record need not be appended, since others wrote over it while it waited for
     * its turn; then it withdraws. Asked before the record is offered, and not asked for its
     * proposal any more then.
     *
     * @param passage what was chosen meanwhile
     */
    default boolean isOvertaken(Passage passage) {
        return false;
    }

    /**
     * Settles what made the draft withdraw, where that can be decided: appending is worth another
     * try then. Called outside the draft's turn at its row, so it may append to that row itself.
     *
     * @return whether something was settled; it stands in no row that was seen before
     */
    default boolean settleBlocker() {
        return false;
    }

    /**
     * Returns what is known of the record's data once the record is chosen: the rows are told both
     * at once. Empty if whoever appends tells them soon, when more will be known.
     */
    default Optional<Resolution> resolution() {
        return Optional.of(Resolution.UNRESOLVED);
    }

    /**
     * Returns a draft that is proposed right after one state of its row, or not at all.
     *
     * @param state the row in that state
     */
    static Draft after(Row state, Value value) {
        return row ->
                row.generation() == state.generation() && row.chosen() == state.chosen()
                        ? Optional.of(value)
                        : Optional.empty();
    }

    /** Returns a draft without a condition. */
    static Draft of(Value value) {
        return _ -> Optional.of(value);
    }
}
