package io.giza.commit;

import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.RoundExit;
import io.giza.paxos.Row;

import java.util.Map;

/** How a {@link Decider} ended with one instance. */
public sealed interface Decision {
    /**
     * A value is chosen.
     *
     * @param value the value, whoever proposed it
     * @param path how it was decided
     * @param witnesses the witness rows of those that voted for the asker's own value
     */
    record Decided(Value value, DecisionPath path, Map<DcName, Row> witnesses)
            implements Decision {}

    /**
     * The reader's answer that nothing was chosen before its ballot, nor will be.
     *
     * @param ballot the ballot, which a quorum promised
     */
    record NothingChosen(Ballot ballot) implements Decision {}

    /** Somebody's reply ended the attempt. */
    record Exited(RoundExit exit) implements Decision {}

    /** No quorum in time: the asker's value may be chosen or not, now or later. */
    record Undecided(String detail) implements Decision {}
}
