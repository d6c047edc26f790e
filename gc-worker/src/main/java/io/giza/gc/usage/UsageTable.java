package io.giza.gc.usage;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.KeyLister;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.usage.UsageCodec;
import io.giza.usage.UsageRecord;
import io.giza.version.VersionAccess;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sums of buckets: rows of the system key space, agreed like everything else. */
final class UsageTable {
    /** Rows grow by a version with each sum and begin again when they are that long. */
    private static final long LONGEST_LOG = 100;

    private static final int PAGE = 500;
    private static final int MOST_TRIES = 3;

    private final VersionAccess access;
    private final RowRemoval removal;

    UsageTable(VersionAccess access, RowRemoval removal) {
        this.access = access;
        this.removal = removal;
    }

    /** What is in a row. */
    private sealed interface Content {}

    private record Nothing() implements Content {}

    private record Sum(UsageRecord record) implements Content {}

    /** A later release wrote it. */
    private record Unreadable() implements Content {}

    private static Content content(Row row) {
        try {
            return Fold.newestHint(row.orNextGeneration())
                    .map(entry -> entry.value())
                    .filter(value -> value.kind() == Value.Kind.PUT)
                    .<Content>map(value -> new Sum(UsageCodec.decode(value)))
                    .orElseGet(Nothing::new);
        } catch (FormatException e) {
            return new Unreadable();
        }
    }

    /** Returns all sums by the names of their rows; empty if no quorum tells in time. */
    Optional<SortedMap<String, UsageRecord>> all() {
        SortedMap<String, UsageRecord> sums = new TreeMap<>();
        Scan scan = new Scan(BucketId.SYSTEM, ObjectKey.USAGE, ObjectKey.USAGE, true, PAGE);
        while (true) {
            var listed =
                    access.metadata().lister().list(scan, access.after(access.timeouts().read()));
            if (!(listed instanceof KeyLister.Rows rows)) {
                return Optional.empty();
            }
            for (NamedRow named : rows.rows()) {
                if (content(named.row()) instanceof Sum(UsageRecord record)) {
                    sums.put(named.name(), record);
                }
            }
            if (!rows.more() || rows.rows().isEmpty()) {
                return Optional.of(sums);
            }
            scan = scan.nextAfter(rows.rows().getLast().name());
        }
    }

    /**
     * Publishes a sum, unless that of a later pass is there.
     *
     * @return whether it or a later one is there now
     */
    boolean publish(ObjectKey key, UsageRecord record) {
        for (int i = 0; i < MOST_TRIES; i++) {
            Optional<Row> found = access.latest(key).map(Row::orNextGeneration);
            if (found.isEmpty()) {
                return false;
            }
            Row row = found.get();
            if (!mayReplace(content(row), record)) {
                return true;
            }
            Deadline deadline = access.after(access.timeouts().commit());
            // That takes all data centers; while one is away the log grows on.
            boolean beganAnew =
                    row.chosen() >= LONGEST_LOG
                            && removal.remove(key, _ -> true, deadline)
                                    instanceof RowRemoval.Removed;
            if (!beganAnew && append(key, row, record, deadline)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayReplace(Content content, UsageRecord record) {
        return switch (content) {
            case Nothing() -> true;
            case Sum(UsageRecord before) -> !before.began().isAfter(record.began());
            case Unreadable() -> false;
        };
    }

    private boolean append(ObjectKey key, Row row, UsageRecord record, Deadline deadline) {
        var random = access.surroundings().random();
        Value value =
                new Value(
                        UsageCodec.FORMAT,
                        PutId.random(random),
                        row.fence(),
                        OpId.random(random),
                        new Command.Put(Mode.UNVERSIONED, UsageCodec.encode(record)));
        return access.metadata()
                        .committer()
                        .append(key, Draft.after(row, value), row, null, deadline)
                instanceof CommitResult.Committed;
    }

    /** Removes the sum of a life of a bucket that is over, unless another took its place. */
    void remove(ObjectKey key, BucketId over) {
        removal.remove(
                key,
                row ->
                        switch (content(row)) {
                            case Nothing() -> true;
                            case Sum(UsageRecord record) -> record.bucket().equals(over);
                            case Unreadable() -> false;
                        },
                access.after(access.timeouts().commit()));
    }
}
