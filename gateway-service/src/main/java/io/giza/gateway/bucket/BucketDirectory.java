package io.giza.gateway.bucket;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.object.Cluster;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.wire.BucketRecordCodec;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the record of a bucket, first as a hint that may be out of date, and confirms afterwards
 * that the bucket still stood. So the bucket costs an operation no round trip of its own.
 */
public final class BucketDirectory {
    /** More names than this are not remembered; forgetting costs a local read. */
    private static final int MAX_REMEMBERED = 10_000;

    private final Cluster cluster;
    private final BucketRecords records;
    private final Map<String, BucketRecord> remembered = new ConcurrentHashMap<>();

    public BucketDirectory(Cluster cluster) {
        this.cluster = cluster;
        this.records = new BucketRecords(cluster);
    }

    /** What is known of a bucket. */
    public sealed interface Lookup {}

    /** The bucket is the account's; to be confirmed. */
    public record Known(BucketRecord record) implements Lookup {}

    /** A quorum knows no such bucket. */
    public record Missing() implements Lookup {}

    /** A quorum knows the bucket as another account's. */
    public record Foreign() implements Lookup {}

    /** No quorum answered. */
    public record Unreachable(String detail) implements Lookup {}

    /** Whether a bucket still stood. */
    public enum Standing {
        /** It stood at some time after the operation took effect. */
        STANDS,
        /** That life of the bucket is over. */
        OVER,
        /** It could not be found out in time. */
        UNCLEAR
    }

    /** Finds a bucket, preferably without a round trip. */
    public Lookup find(Account account, String name, Deadline deadline) {
        BucketRecord known = remembered.get(name);
        if (known != null && known.account().equals(account.name())) {
            return new Known(known);
        }
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        Optional<BucketRecord> local =
                cluster.metadata()
                        .reader()
                        .nearest(key, deadline)
                        .flatMap(hint -> newest(hint.row()))
                        .filter(record -> record.state() == State.ACTIVE)
                        .filter(record -> record.account().equals(account.name()));
        if (local.isPresent()) {
            remember(name, local.get());
            return new Known(local.get());
        }
        return findConfirmed(account, name, deadline);
    }

    /** Finds a bucket as a quorum knows it. */
    public Lookup findConfirmed(Account account, String name, Deadline deadline) {
        var result = cluster.metadata().reader().read(ObjectKey.ofBucketRecord(name), deadline);
        return switch (result) {
            case VersionReader.Unavailable unavailable -> new Unreachable(unavailable.detail());
            case VersionReader.Latest latest -> {
                Optional<BucketRecord> record =
                        newest(latest.row()).filter(each -> each.state() != State.DELETED);
                if (record.isEmpty()) {
                    forget(name);
                    yield new Missing();
                }
                if (!record.get().account().equals(account.name())) {
                    yield new Foreign();
                }
                remember(name, record.get());
                yield new Known(record.get());
            }
        };
    }

    /** Forgets what was remembered of a bucket that turned out to be otherwise. */
    public void forget(String name) {
        remembered.remove(name);
    }

    /**
     * Tells whether the bucket stood when a record was voted for, so that its deletion, had it
     * begun, is bound to find the record.
     *
     * @param witnesses the bucket's row at those that voted on the deciding ballot, read after they
     *     voted
     */
    public Standing confirmWrite(
            String name, BucketRecord expected, Map<DcName, Row> witnesses, Deadline deadline) {
        long standing =
                witnesses.values().stream()
                        .filter(
                                row ->
                                        newest(row)
                                                .filter(expected.in(State.ACTIVE)::equals)
                                                .isPresent())
                        .count();
        if (cluster.metadata().group().quorums().isClassic((int) standing)) {
            return Standing.STANDS;
        }
        return outcome(name, expected, deadline);
    }

    /**
     * Waits for the end of a deletion that is under way, if one is. The gateway that deletes may
     * have died, so a deletion that takes too long is called off.
     */
    private Standing outcome(String name, BucketRecord expected, Deadline deadline) {
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        Deadline patience = cluster.after(cluster.settings().read().dividedBy(2));
        while (!deadline.passed(cluster.surroundings().time())) {
            var result = cluster.metadata().reader().read(key, deadline);
            if (result instanceof VersionReader.Latest latest) {
                Optional<BucketRecord> now =
                        newest(latest.row()).filter(each -> each.id().equals(expected.id()));
                if (now.isEmpty() || now.get().state() == State.DELETED) {
                    forget(name);
                    return Standing.OVER;
                }
                if (now.get().state() == State.ACTIVE) {
                    return Standing.STANDS;
                }
                if (patience.passed(cluster.surroundings().time())) {
                    callOff(key, latest.row(), expected, deadline);
                    continue;
                }
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return Standing.UNCLEAR;
    }

    /** Ends a deletion as one that found an object would end, unless it ended by itself. */
    private void callOff(ObjectKey key, Row deleting, BucketRecord expected, Deadline deadline) {
        long last = deleting.chosen();
        records.append(
                key,
                deleting,
                expected.in(State.ACTIVE),
                row -> row.generation() == deleting.generation() && row.chosen() == last,
                deadline);
    }

    /**
     * Tells whether the bucket stood when an object was read. While it is being deleted nobody can
     * tell: the put of a version that a reader sees may yet be answered that there was no bucket,
     * so the end of the deletion is waited for.
     *
     * @param witness what a quorum of rows that hold the object's latest version said of the bucket
     *     after they held it, or empty where that takes a read of its own
     */
    public Standing confirmRead(
            String name, BucketRecord expected, Optional<Row> witness, Deadline deadline) {
        boolean stood =
                witness.flatMap(BucketDirectory::newest)
                        .filter(expected.in(State.ACTIVE)::equals)
                        .isPresent();
        return stood ? Standing.STANDS : outcome(name, expected, deadline);
    }

    /** Returns the record that the last version of a bucket's row holds. */
    static Optional<BucketRecord> newest(Row row) {
        return Fold.hint(row).map(entry -> BucketRecordCodec.decode(entry.value()));
    }

    private void remember(String name, BucketRecord record) {
        if (remembered.size() < MAX_REMEMBERED && record.state() == State.ACTIVE) {
            remembered.put(name, record);
        }
    }
}
