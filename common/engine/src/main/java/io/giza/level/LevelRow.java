package io.giza.level;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Message;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The row that holds the level of a cluster. Levels only rise: a change is appended right after the
 * version that it was computed from, or computed again.
 */
public final class LevelRow {
    static final ObjectKey KEY = ObjectKey.ofLevel();

    private final Supplier<MetadataPath> path;

    /**
     * Reads and changes it.
     *
     * @param path the metadata path in the current epoch of the topology
     */
    public LevelRow(Supplier<MetadataPath> path) {
        this.path = path;
    }

    /** What a read found. */
    public sealed interface ReadResult {}

    /** The level, as a quorum knows it. */
    public record Found(DecidedLevel decided) implements ReadResult {}

    /** How a change ended. */
    public sealed interface RaiseResult {}

    /** The cluster is at this level: the one that was asked for, or a higher one. */
    public record Raised(DecidedLevel decided) implements RaiseResult {}

    /**
     * Too few data centers answered.
     *
     * @param isOutcomeUnknown whether a change may have happened, or may yet
     */
    public record Unavailable(String detail, boolean isOutcomeUnknown)
            implements ReadResult, RaiseResult {}

    /**
     * Reads the level.
     *
     * @throws io.giza.record.FormatException if the row is of no format that this release reads
     */
    public ReadResult read(Deadline deadline) {
        return switch (path.get().reader().read(KEY, deadline)) {
            case VersionReader.Latest latest -> new Found(decided(latest.row()));
            case VersionReader.Unavailable unavailable ->
                    new Unavailable(unavailable.detail(), false);
        };
    }

    /**
     * Asks all tables, each in whatever epoch it serves, and returns the highest level that one of
     * them knows. It may not be the latest, but it was decided: what is chosen stays so.
     *
     * @throws io.giza.record.FormatException if the row is of no format that this release reads
     */
    public ReadResult hear(Deadline deadline) {
        MetadataGroup group = path.get().group();
        Message message = new Message(KEY, new Request.Read(group.epoch(), 0), null);
        return group
                .gather(group.names(), replica -> replica.send(message), deadline)
                .values()
                .stream()
                .flatMap(answer -> known(answer.reply()).stream())
                .max(Comparator.comparingLong(Row::chosen))
                .<ReadResult>map(row -> new Found(decided(row)))
                .orElseGet(() -> new Unavailable("no table answered", false));
    }

    /** A table of a later epoch refuses the request, and shows its row all the same. */
    private static Optional<Row> known(Reply reply) {
        return reply instanceof Reply.Current || reply instanceof Reply.StaleEpoch
                ? Optional.of(reply.row())
                : Optional.empty();
    }

    private static DecidedLevel decided(Row row) {
        return Fold.newestHint(row)
                .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                .map(entry -> LevelCodec.decode(entry.value()))
                .orElse(DecidedLevel.NONE);
    }

    /** Has the cluster decide that it is at a level, unless it is at a higher one. */
    public RaiseResult raise(DecidedLevel wanted, Deadline deadline) {
        MetadataPath now = path.get();
        while (!deadline.hasPassed(now.group().surroundings().time())) {
            if (!(now.reader().read(KEY, deadline) instanceof VersionReader.Latest latest)) {
                return new Unavailable("no quorum answered", false);
            }
            Row row = latest.row().orNextGeneration();
            DecidedLevel found = decided(row);
            if (found.level() >= wanted.level()) {
                return new Raised(found);
            }
            Optional<RaiseResult> end = append(now, row, wanted, deadline);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return new Unavailable("others kept changing the row", false);
    }

    /** Appends a level to the row; empty if something else came between. */
    private static Optional<RaiseResult> append(
            MetadataPath now, Row row, DecidedLevel wanted, Deadline deadline) {
        var random = now.group().surroundings().random();
        Value value =
                new Value(
                        LevelCodec.FORMAT,
                        PutId.random(random),
                        row.fence(),
                        OpId.random(random),
                        new Command.Put(Mode.UNVERSIONED, LevelCodec.encode(wanted)));
        CommitResult result =
                now.committer().append(KEY, Draft.after(row, value), row, null, deadline);
        return switch (result) {
            case CommitResult.Committed _ -> Optional.of(new Raised(wanted));
            case CommitResult.Repeated _, CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    Optional.empty();
            case CommitResult.Unavailable unavailable ->
                    Optional.of(new Unavailable(unavailable.detail(), false));
            case CommitResult.Unknown unknown ->
                    Optional.of(new Unavailable(unknown.detail(), true));
        };
    }
}
