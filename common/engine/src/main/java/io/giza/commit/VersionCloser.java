package io.giza.commit;

import io.giza.commit.group.CommitNotice;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Trace;
import io.giza.model.ObjectKey;
import io.giza.paxos.Ballot;
import io.giza.paxos.NoOps;
import io.giza.paxos.Request;
import io.giza.paxos.Row;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes a version that was offered, perhaps voted for, and that nobody decides: were it left open,
 * any later reader whose quorum happens to show enough votes would finish it, a deletion of last
 * week for example.
 *
 * <p>A classic ballot decides it. What may have been chosen is finished; if nothing can have been,
 * a record that does nothing takes the version, so that what was offered there never happens. That
 * is safe because whoever offered a record at a version leaves it only once the version is decided
 * ({@link VersionCommitter}): the record is offered nowhere else.
 */
public final class VersionCloser {
    /** How long a version is tried to be closed in the background. */
    private static final Duration BACKGROUND_TIMEOUT = Duration.ofMinutes(2);

    /** How many versions at most are tried in the background at once; workers close the others. */
    private static final int MAX_CONCURRENT = 64;

    private final MetadataGroup group;
    private final Decider decider;
    private final VersionReader reader;
    private final Set<Version> queued = ConcurrentHashMap.newKeySet();

    VersionCloser(MetadataGroup group, Decider decider, VersionReader reader) {
        this.group = group;
        this.decider = decider;
        this.reader = reader;
    }

    /** How closing a version ended. */
    public sealed interface Outcome {}

    /**
     * The version is decided, or the row was removed with it.
     *
     * @param row a row that knows that
     * @param closedHere whether it was decided here just now
     */
    public record Closed(Row row, boolean closedHere) implements Outcome {}

    /** The version may still be open. */
    public record Open(String detail) implements Outcome {}

    private record Version(ObjectKey key, long generation, long version) {}

    /**
     * Closes a version. All data centers are waited for, though not long, before it is concluded
     * from their votes what may have been chosen: the more are heard, the less may have been.
     *
     * @param generation the row's generation
     * @param version a version that was offered, so that the one before it is chosen
     */
    public Outcome close(ObjectKey key, long generation, long version, Deadline deadline) {
        String detail = "not in time";
        while (!deadline.hasPassed(group.surroundings().time())) {
            switch (reader.read(key, deadline)) {
                case VersionReader.Latest(Row row, _) -> {
                    if (row.generation() != generation || row.chosen() >= version) {
                        return new Closed(row, false);
                    }
                    Optional<Outcome> ended = decide(key, row, deadline);
                    if (ended.isPresent()) {
                        return ended.get();
                    }
                }
                case VersionReader.Unavailable unavailable -> detail = unavailable.detail();
            }
            Duration pause = decider.settings().maxBackOff();
            Duration left = deadline.remaining(group.surroundings().time());
            group.surroundings().time().sleep(pause.compareTo(left) < 0 ? pause : left);
        }
        return new Open(detail);
    }

    private Optional<Outcome> decide(ObjectKey key, Row row, Deadline deadline) {
        Proposal proposal =
                new Proposal(
                        key,
                        group.epoch(),
                        row,
                        NoOps.after(key, row, group.surroundings().random()),
                        null);
        return switch (decider.classicRoundsWithAllVotes(
                proposal, Ballot.FIRST_CLASSIC_ROUND, deadline)) {
            case Decision.Decided decided -> {
                Row longer = row.append(decided.value());
                CommitNotice.send(
                        group,
                        key,
                        new Request.Commit(
                                group.epoch(),
                                longer.generation(),
                                longer.from(Math.max(1, row.chosen()))));
                yield Optional.of(new Closed(longer, true));
            }
            case Decision.Exited _, Decision.Undecided _, Decision.NothingChosen _ ->
                    Optional.empty();
        };
    }

    /** Closes a version in the background, unless too many are being closed. */
    void closeInBackground(ObjectKey key, long generation, long version) {
        Version open = new Version(key, generation, version);
        if (queued.size() >= MAX_CONCURRENT || !queued.add(open)) {
            return;
        }
        // No operation waits for these calls, so they are none of its round trips.
        Trace.detached(
                () -> group.surroundings().tasks().fork("close", () -> runInBackground(open)));
    }

    private void runInBackground(Version open) {
        try {
            close(
                    open.key(),
                    open.generation(),
                    open.version(),
                    group.surroundings().time().after(BACKGROUND_TIMEOUT));
        } finally {
            queued.remove(open);
        }
    }
}
