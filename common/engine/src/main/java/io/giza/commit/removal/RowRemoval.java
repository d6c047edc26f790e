package io.giza.commit.removal;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionCommitter;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Removes a row whose versions are all gone, without ever blocking it (Giza, section 3.5, blocks):
 *
 * <ol>
 *   <li>all data centers learn the row, and g is drawn above every fence and base in it;
 *   <li>REMOVE{g} is decided as the next version, which fences whoever read the row before;
 *   <li>all data centers learn REMOVE; if one cannot be reached the row stays in use as it is;
 *   <li>DROP is decided as the version right after REMOVE; a put that takes it cancels the removal;
 *   <li>each data center shrinks the row to a stub, the empty row of generation g.
 * </ol>
 *
 * <p>Whoever reads a row that ends in DROP goes on with generation g at once. A data center that
 * misses the last two steps still ends in REMOVE, and makes room when generation g first meets it;
 * that is why all of them must know REMOVE before DROP may be proposed. Every step can be repeated,
 * by anybody: another call goes on wherever an earlier one ended or crashed.
 *
 * <p>The rule methods are overridden by the mutation drill alone.
 */
public class RowRemoval {
    private final MetadataGroup group;
    private final VersionCommitter committer;
    private final VersionReader reader;
    private final RowPropagation propagation;

    /** Removes rows of the data centers of {@code path}. */
    public RowRemoval(MetadataPath path, CommitSettings settings) {
        this.group = path.group();
        this.committer = path.committer();
        this.reader = path.reader();
        this.propagation = new RowPropagation(group, settings);
    }

    /** How a removal ended. */
    public sealed interface Outcome {}

    /**
     * No data center holds anything of the row that was before.
     *
     * @param generation of the stub, and of the first version put after it; 0 if there never was a
     *     row
     */
    public record Removed(long generation) implements Outcome {}

    /**
     * The row is in use: it has a version that is not gone, perhaps since the removal began.
     *
     * @param row the row, with its log from version 1 on
     */
    public record InUse(Row row) implements Outcome {}

    /** The removal is not finished, and the row can be used meanwhile. Call again. */
    public record Incomplete(String detail) implements Outcome {}

    /**
     * Removes a row.
     *
     * @param isGone tells of a row, with its log from version 1 on, whether nothing of any version
     *     is left or will be: each is deleted, aborted, or a marker with nothing below it
     */
    public final Outcome remove(ObjectKey key, Predicate<Row> isGone, Deadline deadline) {
        while (!deadline.hasPassed(group.surroundings().time())) {
            if (!(reader.read(key, deadline) instanceof VersionReader.Latest latest)) {
                return new Incomplete("no quorum shows the row");
            }
            if (latest.row().chosen() == 0) {
                return shrink(key, latest.row().generation(), deadline);
            }
            Optional<Row> whole = reader.withWholeLog(key, latest.row());
            if (whole.isEmpty()) {
                return new Incomplete("no data center shows the whole row");
            }
            Row row = whole.get();
            if (row.isEnded()) {
                continue; // since the quorum was read
            }
            if (!isGone.test(row)) {
                return new InUse(row);
            }
            Optional<Outcome> ended =
                    row.announcesGeneration(row.fence())
                            ? drop(key, row, deadline)
                            : announce(key, row, deadline);
            if (ended.isPresent()) {
                return ended.get();
            }
        }
        return new Incomplete("not in time");
    }

    /** Steps 1 and 2. */
    private Optional<Outcome> announce(ObjectKey key, Row row, Deadline deadline) {
        Map<DcName, Row> rows = propagation.propagate(key, row, deadline);
        if (!haveAllConfirmed(rows.keySet())) {
            return Optional.of(new Incomplete("only " + rows.keySet() + " know the row"));
        }
        long generation = 1 + greatestFence(row, rows.values());
        Value remove = record(row.fence(), new Command.Remove(generation));
        return continuation(committer.append(key, draftAfter(row, remove), row, null, deadline));
    }

    /** Steps 3, 4 and, in the next turn, 5. */
    private Optional<Outcome> drop(ObjectKey key, Row row, Deadline deadline) {
        Set<DcName> confined = propagation.propagate(key, row, deadline).keySet();
        if (!haveAllConfirmed(confined)) {
            return Optional.of(new Incomplete("only " + confined + " know of the removal"));
        }
        Value drop = record(row.fence(), new Command.Drop());
        return continuation(committer.append(key, draftAfter(row, drop), row, null, deadline));
    }

    /** Returns how it ended, or empty if the row must be looked at again to go on. */
    private static Optional<Outcome> continuation(CommitResult result) {
        return switch (result) {
            case CommitResult.Committed _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Repeated _ ->
                    Optional.empty();
            case CommitResult.Unavailable unavailable ->
                    Optional.of(new Incomplete(unavailable.detail()));
            case CommitResult.Unknown unknown -> Optional.of(new Incomplete(unknown.detail()));
        };
    }

    private Outcome shrink(ObjectKey key, long generation, Deadline deadline) {
        if (generation == 0) {
            return new Removed(0);
        }
        Set<DcName> shrunk = propagation.shrink(key, generation, deadline).keySet();
        return shrunk.equals(group.names())
                ? new Removed(generation)
                : new Incomplete("decided, but only " + shrunk + " gave the row up");
    }

    private static long greatestFence(Row row, Collection<Row> rows) {
        long greatest = Math.max(row.generation(), row.fence());
        for (Row each : rows) {
            Vote vote = each.open().vote();
            greatest = Math.max(greatest, each.fence());
            greatest = Math.max(greatest, vote == null ? 0 : vote.value().base());
        }
        return greatest;
    }

    private Draft draftAfter(Row row, Value value) {
        return now -> isNext(row, now) ? Optional.of(value) : Optional.empty();
    }

    private Value record(long base, Command command) {
        var random = group.surroundings().random();
        return new Value(1, PutId.random(random), base, OpId.random(random), command);
    }

    /** Rule: every data center, not just a quorum, takes part. */
    protected boolean haveAllConfirmed(Set<DcName> confirmed) {
        return confirmed.equals(group.names());
    }

    /** Rule: REMOVE and DROP follow the very version that was judged, or are not proposed. */
    protected boolean isNext(Row judged, Row now) {
        return now.generation() == judged.generation() && now.chosen() == judged.chosen();
    }
}
