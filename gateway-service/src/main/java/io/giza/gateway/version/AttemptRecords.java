package io.giza.gateway.version;

import io.giza.commit.CommitResult;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * The records that an attempt of an operation may append: its effect, or the refusal of a retry.
 * The identity depends on the records of other attempts. Used by one task.
 */
public final class AttemptRecords {
    private final Value value;
    private final Optional<EarlierAttempts> earlier;

    private Optional<Value> refusal = Optional.empty();

    /**
     * Makes the records of an attempt.
     *
     * @param value the record of its effect
     * @param earlier finds other attempts, if the client may retry
     */
    public AttemptRecords(Value value, Optional<EarlierAttempts> earlier) {
        this.value = value;
        this.earlier = earlier;
    }

    /** Searches the new versions of a row for another attempt. */
    public EarlierAttempts.Finding search(Row row) {
        return earlier.map(each -> each.search(row)).orElseGet(EarlierAttempts.NotFound::new);
    }

    /** Returns the record of its effect, after a search. */
    public Value done() {
        return earlier.map(each -> value.withOp(each.recordIdentity())).orElse(value);
    }

    /**
     * Returns the record of its refusal, if it is a retry: the client takes a refusal as final, so
     * a delayed first attempt must find the record.
     */
    public Optional<Value> refused() {
        if (refusal.isEmpty()) {
            refusal = earlier.flatMap(each -> each.refusalRecord(value.base()));
        }
        return refusal;
    }

    /** Whether the result is the record of a refusal, by this retry or an earlier retry. */
    public boolean isRefused(CommitResult result) {
        Optional<Entry> entry =
                switch (result) {
                    case CommitResult.Committed done -> done.row().entry(done.version());
                    case CommitResult.Repeated done -> done.row().entry(done.version());
                    case CommitResult.Withdrawn _,
                            CommitResult.Fenced _,
                            CommitResult.Unavailable _,
                            CommitResult.Unknown _ ->
                            Optional.empty();
                };
        return refusal.flatMap(
                        record -> entry.filter(each -> each.value().op().equals(record.op())))
                .isPresent();
    }

    /** Whether a version has the effect of this attempt. */
    public boolean isSame(CommitResult.Repeated repeated) {
        return earlier.filter(each -> each.isSame(repeated.row(), repeated.version())).isPresent();
    }
}
