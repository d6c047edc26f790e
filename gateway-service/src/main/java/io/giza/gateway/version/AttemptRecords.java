package io.giza.gateway.version;

import io.giza.commit.CommitResult;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * The records that one attempt of an operation may append, by what its other attempts appended:
 * what it does, or, where a retry is refused, that it was. Used by one task.
 */
public final class AttemptRecords {
    private final Value value;
    private final Optional<EarlierAttempts> earlier;

    /** What the record carries, once the first look said whether another operation has the same. */
    private Optional<OpId> identity = Optional.empty();

    private boolean hasNamesake;
    private Optional<Value> refusal = Optional.empty();

    /**
     * Makes the records of an attempt.
     *
     * @param value what it does
     * @param earlier where other attempts are found, if there may be any
     */
    public AttemptRecords(Value value, Optional<EarlierAttempts> earlier) {
        this.value = value;
        this.earlier = earlier;
    }

    /** Looks for another attempt in what is new of a row. */
    public EarlierAttempts.Finding search(Row row) {
        if (earlier.isEmpty() || hasNamesake) {
            return new EarlierAttempts.NotFound();
        }
        EarlierAttempts.Finding finding = earlier.get().search(row);
        hasNamesake = finding instanceof EarlierAttempts.OtherOperation;
        if (hasNamesake || identity.isEmpty()) {
            identity = Optional.of(earlier.get().recordIdentity(finding));
        }
        return finding;
    }

    /** Returns the record of what it does. */
    public Value done() {
        return identity.map(value::withOp).orElse(value);
    }

    /**
     * Returns the record that it was refused, if it is a retry: its client takes that for the end
     * of the operation, so a first attempt that was held back must find it.
     */
    public Optional<Value> refused() {
        if (refusal.isEmpty()) {
            refusal = earlier.flatMap(each -> each.refusalRecord(value.base()));
        }
        return refusal;
    }

    /** Tells whether what was appended, now or by an earlier retry, says that it was refused. */
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

    /** Tells whether a version is what this attempt would append. */
    public boolean isSame(CommitResult.Repeated repeated) {
        return earlier.filter(each -> each.isSame(repeated.row(), repeated.version())).isPresent();
    }
}
