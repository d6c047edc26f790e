package io.giza.commit;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * Settles the fate of an attempt of which fragments were found, but perhaps no version: an orphan.
 * Its gateway may be slow rather than dead, and may propose it for a long time yet. A no-op as the
 * next version does not stop it, it would take the version after (Giza, section 3.6); a no-op that
 * raises the fence above the attempt's base does, because from then on no acceptor votes for it.
 *
 * <p>The rule methods are overridden by the mutation drill alone.
 */
public class Settlement {
    private final MetadataGroup group;
    private final VersionCommitter committer;
    private final VersionReader reader;

    /** Settles attempts at rows of the data centers of {@code path}. */
    public Settlement(MetadataPath path) {
        this.group = path.group();
        this.committer = path.committer();
        this.reader = path.reader();
    }

    /** How settling ended. */
    public sealed interface Outcome {}

    /**
     * The attempt is a version of the row: its fragments are no orphans.
     *
     * @param version the version that it is
     * @param row the row, with its log from version 1 on
     */
    public record Referenced(long version, Row row) implements Outcome {}

    /**
     * The attempt is no version of the row and never will be: its fragments may be deleted.
     *
     * @param fence the fence that keeps it out
     */
    public record Settled(long fence) implements Outcome {}

    /** The attempt's fate is still open; nothing may be deleted. Call again. */
    public record Unsettled(String detail) implements Outcome {}

    /**
     * Settles an attempt.
     *
     * @param attempt the attempt, as its fragments name it
     * @param base the fence that it was proposed with, as its fragments say
     */
    public final Outcome settle(ObjectKey key, PutId attempt, long base, Deadline deadline) {
        if (base < 0 || base == Long.MAX_VALUE) {
            throw new IllegalArgumentException("no such base: " + base);
        }
        while (!deadline.hasPassed(group.surroundings().time())) {
            if (!(reader.read(key, deadline) instanceof VersionReader.Latest latest)) {
                return new Unsettled("no quorum shows the row");
            }
            Optional<Outcome> ended = judge(key, attempt, base, latest.row());
            if (ended.isPresent()) {
                return ended.get();
            }
            Row row = latest.row();
            CommitResult raised =
                    committer.append(
                            key,
                            Draft.of(
                                    Value.noOp(
                                            group.surroundings().random(), row.fence(), base + 1)),
                            row,
                            null,
                            deadline);
            switch (raised) {
                case CommitResult.Committed committed -> {
                    // The attempt may have come in between, as a version before the no-op.
                    Optional<Outcome> after = judgeAgain(key, attempt, base, committed.row());
                    if (after.isPresent()) {
                        return after.get();
                    }
                }
                // Somebody else raised the fence, or did whatever it was: look again.
                case CommitResult.Fenced _, CommitResult.Withdrawn _, CommitResult.Repeated _ -> {}
                case CommitResult.Unavailable unavailable -> {
                    return new Unsettled(unavailable.detail());
                }
                case CommitResult.Unknown unknown -> {
                    return new Unsettled(unknown.detail());
                }
            }
        }
        return new Unsettled("not in time");
    }

    /** Returns the attempt's fate as {@code row} tells it, empty if that leaves it open. */
    private Optional<Outcome> judge(ObjectKey key, PutId attempt, long base, Row row) {
        Optional<Row> whole =
                row.firstHeld() == 1 ? Optional.of(row) : reader.withWholeLog(key, row);
        if (whole.isEmpty()) {
            return Optional.of(new Unsettled("no data center shows the whole row"));
        }
        Optional<Entry> version = version(whole.get(), attempt);
        if (version.isPresent()) {
            return Optional.of(new Referenced(version.get().version(), whole.get()));
        }
        // A later version than the row's last cannot be this attempt, as all who vote on one know
        // the row. The base is compared with the fence of the row as a quorum showed it: the whole
        // row may be longer by now, and then its fence is only higher.
        return whole.get().fence() > base
                ? Optional.of(new Settled(whole.get().fence()))
                : Optional.empty();
    }

    /** Rule: once the fence is raised, the versions up to it are looked at again. */
    protected Optional<Outcome> judgeAgain(ObjectKey key, PutId attempt, long base, Row raised) {
        return judge(key, attempt, base, raised);
    }

    /** Rule: an attempt that is a version is no orphan. */
    protected Optional<Entry> version(Row whole, PutId attempt) {
        return whole.log().stream().filter(entry -> entry.value().id().equals(attempt)).findFirst();
    }
}
