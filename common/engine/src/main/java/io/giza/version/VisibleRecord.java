package io.giza.version;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.concurrent.Deadline;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * What becomes of a version whose data decodes, and of which not all that it needs was seen: a
 * record says for good that it is visible, unless one before it says that it is deleted. Whoever
 * gives the version up proposes its own record right after a state without this one, so of the two
 * that would contradict each other there is one.
 */
public final class VisibleRecord {
    /** The body of the record says nothing, in all formats. */
    private static final int FORMAT = 1;

    private final VersionAccess access;

    public VisibleRecord(VersionAccess access) {
        this.access = access;
    }

    /** The outcome for the version. */
    public sealed interface Outcome {}

    /**
     * A record says that it is visible, or some row knew that it is.
     *
     * @param row the key's row with that record
     */
    public record Visible(Row row) implements Outcome {}

    /** A record deletes it. */
    public record Deleted(boolean givenUp) implements Outcome {}

    /** Nobody knows yet. */
    public record Undecided(String detail) implements Outcome {}

    /**
     * Has a record say that a version is visible. Not for drafts of the same row, since they take
     * turns.
     *
     * @param row a row of the key to start from, fresh or not
     * @param version a version whose data was seen to decode
     */
    public Outcome decide(ObjectKey key, Row row, VersionId version) {
        Deadline deadline = access.after(access.timeouts().commit());
        Attempt attempt = attempt(key, row, version, deadline);
        // A row that was passed by a cleaner since then takes only what knows of it.
        while (attempt.result() instanceof CommitResult.Fenced
                && !deadline.hasPassed(access.surroundings().time())) {
            Optional<Row> now = access.latest(key);
            if (now.isEmpty()) {
                break;
            }
            attempt = attempt(key, now.get(), version, deadline);
        }
        return switch (attempt.result()) {
            case CommitResult.Committed committed -> new Visible(committed.row());
            case CommitResult.Withdrawn _ -> attempt.draft().outcome();
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    new Undecided("it was not decided whether it is visible: " + attempt.result());
        };
    }

    /** Returns what {@code row} says already; empty if a record is to be decided. */
    public Optional<Outcome> existingOutcome(ObjectKey key, Row row, VersionId version) {
        VisibleDraft draft = new VisibleDraft(key, row, version);
        return draft.proposalAfter(row).isPresent()
                ? Optional.empty()
                : Optional.of(draft.outcome());
    }

    private record Attempt(VisibleDraft draft, CommitResult result) {}

    private Attempt attempt(ObjectKey key, Row start, VersionId version, Deadline deadline) {
        VisibleDraft draft = new VisibleDraft(key, start, version);
        return new Attempt(
                draft, access.metadata().committer().append(key, draft, start, null, deadline));
    }

    /** Proposed right after a state in which the version stands and is not known to be visible. */
    private final class VisibleDraft implements Draft {
        private final ObjectKey key;
        private final VersionId version;
        private final Value record;
        private Outcome outcome = new Undecided("the version is out of sight");

        VisibleDraft(ObjectKey key, Row start, VersionId version) {
            this.key = key;
            this.version = version;
            this.record =
                    new Value(
                            FORMAT,
                            PutId.random(access.surroundings().random()),
                            start.fence(),
                            OpId.random(access.surroundings().random()),
                            new Command.Visible(version.version()));
        }

        @Override
        public Optional<Value> proposalAfter(Row row) {
            return switch (DeletionDraft.versionState(access, key, row, version)) {
                case Fold.Live(Entry entry) -> unlessVisible(row, entry);
                case Fold.Superseded(Entry entry) -> unlessVisible(row, entry);
                case Fold.Deleted(Entry entry) -> {
                    outcome = new Deleted(isGivenUp(row, entry.version()));
                    yield Optional.empty();
                }
                case Fold.NoVersion _, Fold.NeedsOlder _ -> {
                    outcome = new Undecided("the version is out of sight");
                    yield Optional.empty();
                }
            };
        }

        private boolean isGivenUp(Row row, long deleted) {
            return access.withLogFrom(key, row, deleted)
                            .flatMap(held -> Fold.deletionReason(held, deleted))
                            .orElse(DeletionReason.GIVEN_UP)
                    == DeletionReason.GIVEN_UP;
        }

        private Optional<Value> unlessVisible(Row row, Entry entry) {
            if (entry.isVisible()) {
                outcome = new Visible(row);
                return Optional.empty();
            }
            return Optional.of(record);
        }

        Outcome outcome() {
            return outcome;
        }
    }
}
