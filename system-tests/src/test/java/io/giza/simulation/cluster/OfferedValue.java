package io.giza.simulation.cluster;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitResult;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;

/**
 * A record that somebody asked for.
 *
 * @param moment when
 */
public record OfferedValue(Value value, long moment) {
    /** Checks what the asker was told of its record, and returns a word for that. */
    public String checkResult(VoteOracle oracle, ObjectKey key, CommitResult result) {
        return switch (result) {
            case CommitResult.Committed committed -> {
                checkCommitted(oracle, key, committed);
                yield committed.path().name();
            }
            case CommitResult.Repeated repeated -> {
                Entry entry = repeated.row().entry(repeated.version()).orElseThrow();
                check(entry.value().op().equals(value.op()), () -> "repeats another: " + entry);
                oracle.checkNeverChosen(key, value.id());
                yield "repeated";
            }
            case CommitResult.Withdrawn _ -> notChosen(oracle, key, "withdrawn");
            case CommitResult.Fenced _ -> notChosen(oracle, key, "fenced");
            case CommitResult.Unavailable _ -> notChosen(oracle, key, "unavailable");
            case CommitResult.Unknown _ -> "unknown";
        };
    }

    private void checkCommitted(
            VoteOracle oracle, ObjectKey key, CommitResult.Committed committed) {
        oracle.checkKnown(key, committed.row());
        var chosen = oracle.chosen(key, committed.row().generation());
        check(
                committed.version() <= chosen.size()
                        && chosen.get((int) committed.version() - 1).value().isSame(value),
                () -> "acknowledged as " + committed.version() + " but not chosen: " + value);
        check(
                chosen.get((int) committed.version() - 1).moment() > moment,
                () -> value + " was chosen before it was asked for");
    }

    private String notChosen(VoteOracle oracle, ObjectKey key, String end) {
        oracle.checkNeverChosen(key, value.id());
        return end;
    }
}
