package io.giza.gateway.notify;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.notification.EventRecord;
import io.giza.notification.EventRecordCodec;
import io.giza.notification.NotificationCodec;
import io.giza.notification.NotificationRule;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;

import java.util.List;
import java.util.Optional;

/**
 * Events as rows of the system key space, agreed like everything else. Each row is a log that only
 * grows until a worker removes it as a whole.
 *
 * @param dc the gateway's data center, which has rows of its own
 */
public record ReplicatedEventLog(Cluster cluster, BucketDirectory directory, DcName dc, Lanes lanes)
        implements EventLog {
    /** The document of a bucket that says what it wants. */
    public static final String DOCUMENT = "notification";

    @Override
    public Start start(Target target) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return directory.find(target.account(), target.bucket(), deadline)
                        instanceof BucketLookup.Known(BucketRecord bucket)
                ? nearest(new ObjectKey(bucket.id(), target.key()), deadline)
                        .map(row -> new Start(bucket.id(), row.generation()))
                        .orElse(Start.UNKNOWN)
                : Start.UNKNOWN;
    }

    @Override
    public Optional<Wishes> wishes(Target target) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (directory.find(target.account(), target.bucket(), deadline)) {
            case BucketLookup.Known known ->
                    read(target, known.record().id(), deadline)
                            // The bucket that was known is not the one that is there.
                            .or(() -> readConfirmed(target, deadline));
            case BucketLookup.Unreachable _ -> Optional.empty();
            case BucketLookup.Missing _, BucketLookup.Foreign _ -> Optional.of(none());
        };
    }

    private static Wishes none() {
        return new Wishes(BucketId.SYSTEM, List.of());
    }

    private Optional<Wishes> readConfirmed(Target target, Deadline deadline) {
        return switch (directory.findConfirmed(target.account(), target.bucket(), deadline)) {
            case BucketLookup.Known known -> read(target, known.record().id(), deadline);
            case BucketLookup.Unreachable _ -> Optional.empty();
            case BucketLookup.Missing _, BucketLookup.Foreign _ -> Optional.of(none());
        };
    }

    /** Reads the document, and in the same round trip whether it is that of the bucket. */
    private Optional<Wishes> read(Target target, BucketId bucket, Deadline deadline) {
        ObjectKey document = ObjectKey.ofConfiguration(bucket, DOCUMENT);
        ObjectKey witness = ObjectKey.ofBucketRecord(target.bucket());
        return cluster.metadata().reader().readWith(document, witness, deadline)
                                instanceof VersionReader.Latest(Row row, Optional<Row> record)
                        && record.flatMap(ReplicatedEventLog::newest)
                                .map(entry -> BucketRecordCodec.decode(entry.value()))
                                .map(BucketRecord::id)
                                .filter(bucket::equals)
                                .isPresent()
                ? Optional.of(new Wishes(bucket, rules(row)))
                : Optional.empty();
    }

    private static List<NotificationRule> rules(Row row) {
        return newest(row)
                .map(entry -> NotificationCodec.decode(entry.value()))
                .orElseGet(List::of);
    }

    private static Optional<Entry> newest(Row row) {
        return Fold.newestHint(row.orNextGeneration())
                .filter(entry -> entry.value().kind() == Value.Kind.PUT);
    }

    @Override
    public boolean add(String webhook, EventRecord record) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        int lane = lanes.take();
        try {
            ObjectKey key = ObjectKey.ofEvents(webhook, dc, lane);
            Optional<Row> start = nearest(key, deadline);
            return start.isPresent()
                    && append(key, start.get(), EventRecordCodec.encode(record), deadline);
        } finally {
            lanes.release(lane);
        }
    }

    private Optional<Row> nearest(ObjectKey key, Deadline deadline) {
        return cluster.metadata().reader().nearest(key, deadline).map(VersionReader.Hint::row);
    }

    /** Where the row was removed meanwhile, the record is added to the one in its place. */
    private boolean append(ObjectKey key, Row start, Bytes body, Deadline deadline) {
        Row row = start;
        while (true) {
            Row before = row;
            Value value = value(before, body);
            CommitResult result =
                    cluster.metadata()
                            .committer()
                            .append(
                                    key,
                                    now ->
                                            now.generation() == before.generation()
                                                    ? Optional.of(value)
                                                    : Optional.empty(),
                                    before,
                                    null,
                                    deadline);
            boolean isOver =
                    switch (result) {
                        case CommitResult.Withdrawn _, CommitResult.Fenced _ -> false;
                        case CommitResult.Committed _,
                                CommitResult.Repeated _,
                                CommitResult.Unavailable _,
                                CommitResult.Unknown _ ->
                                true;
                    };
            if (isOver
                    || !(cluster.metadata().reader().read(key, deadline)
                            instanceof VersionReader.Latest latest)) {
                return result instanceof CommitResult.Committed;
            }
            row = latest.row().orNextGeneration();
        }
    }

    private Value value(Row row, Bytes body) {
        var random = cluster.surroundings().random();
        return new Value(
                EventRecordCodec.FORMAT,
                PutId.random(random),
                row.fence(),
                OpId.random(random),
                new Command.Put(Mode.UNVERSIONED, body));
    }
}
