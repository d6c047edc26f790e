package io.giza.commit;

import io.giza.model.DcName;
import io.giza.paxos.Row;

import java.util.Map;

/** How appending a record to a row ended. */
public sealed interface CommitResult {
    /**
     * The record is chosen.
     *
     * @param version the version that it became
     * @param row a row that knows it
     * @param path which kind of ballot decided it
     * @param witnesses the witness rows of data centers that voted for it, read after their vote;
     *     empty where somebody else finished the round
     */
    record Committed(long version, Row row, DecisionPath path, Map<DcName, Row> witnesses)
            implements CommitResult {
        public Committed {
            witnesses = Map.copyOf(witnesses);
        }
    }

    /**
     * The same client operation is in the log from an earlier attempt; this attempt is not and will
     * not be.
     *
     * @param version the version that holds it
     * @param row a row that knows it
     */
    record Repeated(long version, Row row) implements CommitResult {}

    /** The draft withdrew before its record could be chosen. */
    record Withdrawn() implements CommitResult {}

    /** The record can never be chosen: a cleaner raised the fence above its base. */
    record Fenced() implements CommitResult {}

    /**
     * The record was certainly not chosen.
     *
     * @param detail what was missing
     */
    record Unavailable(String detail) implements CommitResult {}

    /**
     * The record may be chosen or not, now or later. It must not be proposed again: that could
     * execute it twice.
     *
     * @param detail what was missing
     */
    record Unknown(String detail) implements CommitResult {}
}
