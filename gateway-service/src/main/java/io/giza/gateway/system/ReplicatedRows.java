package io.giza.gateway.system;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.KeyLister;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.MarkerCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * System rows, agreed like objects whose data travels in their record. Each change is appended
 * right after the state that it was computed from, or computed again.
 */
public final class ReplicatedRows implements SystemRows {
    private static final int PAGE = 1000;

    private final Cluster cluster;

    public ReplicatedRows(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public ReadResult read(ObjectKey key) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (cluster.metadata().reader().read(key, deadline)) {
            case VersionReader.Latest latest -> new Held(record(latest.row()));
            case VersionReader.Unavailable unavailable ->
                    new Unavailable(unavailable.detail(), false);
        };
    }

    @Override
    public ChangeResult change(ObjectKey key, ClientOperation operation, Change change) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        Row startRow = null;
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            var read = cluster.metadata().reader().read(key, deadline);
            if (!(read instanceof VersionReader.Latest latest)) {
                return new Unavailable("no quorum answered", false);
            }
            Row row = latest.row().orNextGeneration();
            startRow = startRow == null ? row : startRow;
            Optional<Value> next = value(change.after(record(row)), row, operation.id());
            Optional<ChangeResult> end =
                    next.isEmpty()
                            ? keep(key, row, operation, deadline)
                            : writeUnlessDone(
                                    key,
                                    row,
                                    next.get(),
                                    earlier(key, operation, startRow, next.get()),
                                    deadline);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return new Unavailable("others kept changing the row", false);
    }

    /**
     * Changes nothing. A retry leaves a record of that, so that its first attempt does nothing
     * either if it comes later.
     */
    private Optional<ChangeResult> keep(
            ObjectKey key, Row row, ClientOperation operation, Deadline deadline) {
        return new EarlierAttempts(cluster, key, operation, row, _ -> true)
                .refusalRecord(row)
                .map(record -> append(key, row, record, deadline))
                // A third attempt finds the record of the second.
                .filter(result -> !(result instanceof CommitResult.Repeated))
                .map(ReplicatedRows::end)
                .orElseGet(() -> Optional.of(new Changed()));
    }

    /** Writes what an earlier attempt of the operation did not; empty if others came between. */
    private Optional<ChangeResult> writeUnlessDone(
            ObjectKey key, Row row, Value value, EarlierAttempts earlier, Deadline deadline) {
        return switch (earlier.search(row)) {
            case EarlierAttempts.SameWrite _ -> Optional.of(new Changed());
            case EarlierAttempts.Unknown unknown ->
                    Optional.of(new Unavailable(unknown.detail(), true));
            case EarlierAttempts.NotFound _ ->
                    write(key, row, value.withOp(earlier.recordIdentity()), deadline);
        };
    }

    private Optional<ChangeResult> write(ObjectKey key, Row row, Value value, Deadline deadline) {
        return end(append(key, row, value, deadline));
    }

    private static Optional<ChangeResult> end(CommitResult result) {
        return switch (result) {
            case CommitResult.Committed _ -> Optional.of(new Changed());
            // What came between is looked at.
            case CommitResult.Repeated _, CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    Optional.empty();
            case CommitResult.Unavailable unavailable ->
                    Optional.of(new Unavailable(unavailable.detail(), false));
            case CommitResult.Unknown unknown ->
                    Optional.of(new Unavailable(unknown.detail(), true));
        };
    }

    private EarlierAttempts earlier(
            ObjectKey key, ClientOperation operation, Row startRow, Value value) {
        return new EarlierAttempts(
                cluster, key, operation, startRow, entry -> hasSameContent(entry.value(), value));
    }

    private static boolean hasSameContent(Value one, Value other) {
        return one.kind() == other.kind()
                && one.format() == other.format()
                && one.body().equals(other.body());
    }

    private CommitResult append(ObjectKey key, Row start, Value value, Deadline deadline) {
        return cluster.metadata()
                .committer()
                .append(key, Draft.after(start, value), start, null, deadline);
    }

    private Optional<Value> value(Next next, Row row, OpId op) {
        PutId id = PutId.random(cluster.surroundings().random());
        long fence = row.fence();
        return switch (next) {
            case Keep _ -> Optional.empty();
            case Write(int format, Bytes body) ->
                    Optional.of(
                            new Value(
                                    format,
                                    id,
                                    fence,
                                    op,
                                    new Command.Put(Mode.UNVERSIONED, body)));
            case Remove _ ->
                    Optional.of(
                            new Value(
                                    MarkerCodec.FORMAT,
                                    id,
                                    fence,
                                    op,
                                    new Command.Marker(Mode.HIDDEN_MARKER, Bytes.EMPTY)));
        };
    }

    @Override
    public ListResult list(String prefix, String after, int limit) {
        Deadline deadline = cluster.after(cluster.settings().read());
        List<Named> records = new ArrayList<>();
        Scan scan =
                new Scan(
                        BucketId.SYSTEM,
                        prefix,
                        after.isEmpty() ? "" : prefix + after,
                        false,
                        PAGE);
        while (true) {
            var result = cluster.metadata().lister().list(scan, deadline);
            if (!(result instanceof KeyLister.Rows rows)) {
                return new Unavailable("no quorum answered", false);
            }
            for (NamedRow named : rows.rows()) {
                record(named.row())
                        .map(each -> new Named(named.name().substring(prefix.length()), each))
                        .ifPresent(records::add);
            }
            if (records.size() > limit) {
                return new Listed(records.subList(0, limit), true);
            }
            if (!rows.more()) {
                return new Listed(records, false);
            }
            scan = scan.nextAfter(rows.rows().getLast().name());
        }
    }

    /** A record is whole as soon as it is chosen, since all of it travels in the row. */
    private static Optional<Value> record(Row row) {
        return Fold.newestHint(row)
                .map(Entry::value)
                .filter(value -> value.kind() == Value.Kind.PUT);
    }
}
