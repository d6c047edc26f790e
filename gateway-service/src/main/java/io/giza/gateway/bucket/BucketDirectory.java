package io.giza.gateway.bucket;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketCache.CachedBucket;
import io.giza.gateway.bucket.BucketLookup.Foreign;
import io.giza.gateway.bucket.BucketLookup.Known;
import io.giza.gateway.bucket.BucketLookup.Missing;
import io.giza.gateway.bucket.BucketLookup.Unreachable;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.Account;
import io.giza.version.lock.RetentionClock;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the record of a bucket, first as a hint that may be out of date, and confirms afterwards
 * that the bucket still stood. So the bucket costs an operation no round trip of its own.
 */
public class BucketDirectory {
    private final Cluster cluster;
    private final BucketVersioning versioning;
    private final RetentionClock clock;
    private final BucketCache cache = new BucketCache();

    public BucketDirectory(Cluster cluster) {
        this.cluster = cluster;
        this.versioning = new BucketVersioning(cluster);
        this.clock = new RetentionClock(cluster.versions());
    }

    /** Whether a bucket still stood. */
    public enum ScopeState {
        /** It stood at some time after the operation took effect. */
        OPEN,
        /** That life is over, and there is nothing else of its name. */
        GONE,
        /** That life is over, and another began under its name. */
        REPLACED,
        /** It could not be found out in time. */
        UNKNOWN
    }

    /** Finds a bucket, preferably without a round trip. */
    public BucketLookup find(Account account, String name, Deadline deadline) {
        CachedBucket known = cache.of(name);
        if (known != null) {
            return known.record().account().equals(account.name())
                    ? new Known(known.record())
                    : findConfirmed(account, name, deadline);
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
            cache.keep(name, new CachedBucket(local.get(), false, now()));
            return new Known(local.get());
        }
        return findConfirmed(account, name, deadline);
    }

    /**
     * Finds a bucket whose versioning is that of some time since this was asked, or changed so
     * lately that nobody was told of the change.
     */
    public BucketLookup findFresh(Account account, String name, Deadline deadline) {
        CachedBucket known = cache.of(name);
        return known != null && isFresh(known, account)
                ? new Known(known.record())
                : findConfirmed(account, name, deadline);
    }

    private boolean isFresh(CachedBucket known, Account account) {
        Duration age = cluster.versions().rules().age(known.asOf(), cluster.surroundings().time());
        return known.confirmed()
                && known.record().account().equals(account.name())
                && cluster.versions().rules().isFresh(age, known.record().freshness());
    }

    /**
     * Begins to find a bucket as {@link #findFresh} does, while the caller does something else.
     *
     * @param hint what {@link #find} said
     */
    public BucketVersioningLookup startLookup(Account account, String name, BucketRecord hint) {
        Moment startedAt = now();
        CachedBucket known = cache.of(name);
        if (known != null && isFresh(known, account) && known.record().id().equals(hint.id())) {
            return BucketVersioningLookup.known(known.record(), startedAt);
        }
        Deadline deadline = cluster.after(cluster.settings().read());
        return BucketVersioningLookup.inBackground(
                cluster.surroundings(), startedAt, () -> findConfirmed(account, name, deadline));
    }

    private Moment now() {
        return cluster.surroundings().time().moment();
    }

    /** Finds a bucket as a quorum knows it. */
    public BucketLookup findConfirmed(Account account, String name, Deadline deadline) {
        Moment startedAt = now();
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
                    forget(name);
                    yield new Foreign();
                }
                noteConfirmed(name, record.get(), startedAt);
                yield new Known(record.get());
            }
        };
    }

    /**
     * Returns the newest record that is remembered of a life of a bucket, which is not older than
     * what confirmed that it stood.
     */
    public BucketRecord latest(String name, BucketRecord expected) {
        CachedBucket known = cache.of(name);
        return known != null && known.record().id().equals(expected.id())
                ? known.record()
                : expected;
    }

    /**
     * Returns of which modes the versions are whose names may be told: a name could tell of a
     * change of which others are not told yet. Where a change was seen a quorum is asked, since
     * that may be in effect by now; if none answers, only what all that was seen allows is told.
     *
     * @param expected what the operation went by
     * @param witness the bucket's row as it was read with that of the object
     */
    public Set<Mode> reportableModes(
            String name, BucketRecord expected, Optional<Row> witness, Deadline deadline) {
        List<BucketRecord> known =
                Stream.of(
                                Optional.of(expected),
                                witness.flatMap(BucketDirectory::newest),
                                Optional.ofNullable(cache.of(name)).map(CachedBucket::record))
                        .flatMap(Optional::stream)
                        .filter(each -> each.id().equals(expected.id()))
                        .toList();
        if (known.stream().noneMatch(BucketRecord::isChanging)) {
            return modes(mode -> known.stream().anyMatch(each -> each.reportsVersionIds(mode)));
        }
        Moment startedAt = now();
        var read = cluster.metadata().reader().read(ObjectKey.ofBucketRecord(name), deadline);
        Optional<BucketRecord> now =
                read instanceof VersionReader.Latest latest
                        ? newest(latest.row()).filter(each -> each.id().equals(expected.id()))
                        : Optional.empty();
        now.ifPresent(record -> noteConfirmed(name, record, startedAt));
        List<BucketRecord> consulted = now.map(List::of).orElse(known);
        return modes(mode -> consulted.stream().allMatch(each -> each.reportsVersionIds(mode)));
    }

    private static Set<Mode> modes(Predicate<Mode> wanted) {
        return Stream.of(Mode.values()).filter(wanted).collect(Collectors.toUnmodifiableSet());
    }

    /** Tells why this gateway's clock does not say how long something is retained. */
    public Optional<String> clockDisagreement(Deadline deadline) {
        return clock.disagreement(deadline);
    }

    BucketVersioning versioning() {
        return versioning;
    }

    /** Forgets what was remembered of a bucket that turned out to be otherwise. */
    public void forget(String name) {
        cache.forget(name);
    }

    /**
     * Tells whether the bucket stood when a record was voted for, so that its deletion, had it
     * begun, is bound to find the record.
     *
     * @param startedAt when the record was offered or before, by this gateway
     * @param witnesses the bucket's row at those that voted on the deciding ballot, read after they
     *     voted
     */
    public ScopeState confirmWrite(
            String name,
            BucketRecord expected,
            Moment startedAt,
            Map<DcName, Row> witnesses,
            Deadline deadline) {
        List<BucketRecord> active =
                witnesses.values().stream()
                        .flatMap(row -> newest(row).stream())
                        .filter(now -> now.isActive(expected))
                        .toList();
        if (cluster.metadata().group().quorums().isClassic(active.size())) {
            if (active.stream().distinct().count() == 1) {
                noteConfirmed(name, active.getFirst(), startedAt);
            }
            return ScopeState.OPEN;
        }
        return awaitDeletionEnd(name, expected, deadline);
    }

    private ScopeState awaitDeletionEnd(String name, BucketRecord expected, Deadline deadline) {
        return new BucketDeletionWait(cluster, this).await(name, expected, deadline);
    }

    /**
     * Tells whether the bucket stood when an object was read. While it is being deleted nobody can
     * tell: the put of a version that a reader sees may yet be answered that there was no bucket,
     * so the end of the deletion is waited for.
     *
     * @param startedAt when the read began, by this gateway
     * @param witness what a quorum of rows that hold the object's latest version said of the bucket
     *     after they held it, or empty where that takes a read of its own
     */
    public ScopeState confirmRead(
            String name,
            BucketRecord expected,
            Moment startedAt,
            Optional<Row> witness,
            Deadline deadline) {
        Optional<BucketRecord> activeRecord =
                witness.flatMap(BucketDirectory::newest).filter(now -> now.isActive(expected));
        activeRecord.ifPresent(record -> noteConfirmed(name, record, startedAt));
        return activeRecord.isPresent()
                ? ScopeState.OPEN
                : awaitDeletionEnd(name, expected, deadline);
    }

    /**
     * Tells whether a bucket stood after something was read in it, or found missing there. What was
     * read may have been put so late that its put is answered that there is no bucket.
     */
    public ScopeState stateAfterRead(String name, BucketRecord expected) {
        return awaitDeletionEnd(name, expected, cluster.after(cluster.settings().read()));
    }

    /**
     * Notes what a quorum said of a bucket.
     *
     * @param startedAt when it was asked, or before
     */
    void noteConfirmed(String name, BucketRecord record, Moment startedAt) {
        if (record.isChanging()) {
            versioning.finish(name, record);
        }
        cache.keep(name, new CachedBucket(record, true, startedAt));
    }

    /**
     * Returns the newest record of a bucket's row. Nothing but records follows a record, so a part
     * of a log without one belongs to a name that never had a bucket.
     */
    static Optional<BucketRecord> newest(Row row) {
        return Fold.newestHint(row).map(entry -> BucketRecordCodec.decode(entry.value()));
    }
}
