package io.giza.gateway.bucket;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.Account;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Changes a bucket's versioning, how versions are locked in it, or how it encrypts: the change is
 * decided like a change of an object, to be gone by but not told of; a quorum of metadata data
 * centers learns it; once nobody goes by what was before, it is decided that it is in effect, which
 * is what clients are told.
 *
 * <p>Let D be the quorum that learned it, and all of D know it at a time T. Who asks a quorum, and
 * is told of the former state, asked before T: a read settles on what was chosen when it began, and
 * of the witnesses of a vote at least one is in D. They go by that for {@link
 * BucketRecord#freshness} since they asked, thus for that long after T at most.
 */
final class BucketVersioning {
    private final Cluster cluster;
    private final BucketRecords records;
    private final Set<String> beingFinished = ConcurrentHashMap.newKeySet();

    BucketVersioning(Cluster cluster) {
        this.cluster = cluster;
        this.records = new BucketRecords(cluster);
    }

    /** What becomes of a bucket; empty if its state forbids it, itself if nothing changes. */
    @FunctionalInterface
    interface Change {
        Optional<BucketRecord> after(BucketRecord record);
    }

    /** Changes the versioning of an account's bucket, or says why not. */
    VersioningResult set(Account account, String name, Versioning versioning) {
        return change(
                account,
                name,
                record ->
                        record.lock().isPresent() && versioning != Versioning.ENABLED
                                ? Optional.empty()
                                : Optional.of(
                                        record.versioning() == versioning
                                                ? record
                                                : record.withVersioning(versioning)));
    }

    /**
     * Has versions locked that are put into an account's bucket, or says why not. What rests on
     * nulls cannot be locked, so versioning has to be in effect.
     */
    VersioningResult setLock(Account account, String name, BucketLock lock) {
        return change(
                account,
                name,
                record ->
                        record.reportedVersioning() != Versioning.ENABLED
                                        || record.versioning() != Versioning.ENABLED
                                ? Optional.empty()
                                : Optional.of(
                                        record.lock().filter(lock::equals).isPresent()
                                                ? record
                                                : record.withLock(lock)));
    }

    /** Changes how an account's bucket encrypts, or says why not. */
    VersioningResult setEncryption(
            Account account, String name, Optional<Encryption.Default> encryption) {
        return change(
                account,
                name,
                record ->
                        Optional.of(
                                record.encryption().equals(encryption)
                                        ? record
                                        : record.withVersioning(record.versioning())
                                                .withEncryption(encryption)));
    }

    /** Waits for a change that others began, so that what is told of the bucket is in effect. */
    VersioningResult settle(Account account, String name) {
        return change(account, name, Optional::of);
    }

    private VersioningResult change(Account account, String name, Change change) {
        Deadline deadline = deadline();
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        boolean decided = false;
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            if (!(cluster.metadata().reader().read(key, deadline)
                    instanceof VersionReader.Latest latest)) {
                return new Unavailable("no quorum answered", decided);
            }
            Optional<BucketRecord> now =
                    BucketDirectory.newest(latest.row())
                            .filter(record -> record.state() != State.DELETED);
            if (now.isEmpty()) {
                return new VersioningResult.Absent();
            }
            BucketRecord record = now.get();
            if (!record.account().equals(account.name())) {
                return new VersioningResult.Foreign();
            }
            Optional<BucketRecord> next = change.after(record);
            if (next.isEmpty()) {
                return new VersioningResult.Conflict();
            }
            boolean isOther = !next.get().equals(record);
            if (!record.isChanging() && (decided || !isOther)) {
                return new VersioningResult.Changed(record.lock());
            }
            if (record.state() == State.DELETING || (decided && isOther)) {
                // Somebody else's deletion, or later change, has to come to its end.
                cluster.surroundings().time().sleep(cluster.settings().poll());
                continue;
            }
            Optional<Unavailable> failure =
                    isOther
                            ? decide(key, latest.row(), record, next.get(), deadline)
                            : putInEffect(key, latest.row(), record);
            if (failure.isPresent()) {
                return failure.get();
            }
            decided |= !isOther;
            deadline = deadline();
        }
        return new Unavailable("others kept changing the bucket", decided);
    }

    private Deadline deadline() {
        return cluster.after(cluster.settings().commit());
    }

    /** Decides a change; whether it was is for another look to tell. */
    private Optional<Unavailable> decide(
            ObjectKey key, Row row, BucketRecord record, BucketRecord next, Deadline deadline) {
        return failure(
                records.append(
                        key,
                        row,
                        next,
                        each -> BucketDirectory.newest(each).filter(record::equals).isPresent(),
                        deadline));
    }

    /** Decides that a change is in effect once every later put is bound to see it. */
    private Optional<Unavailable> putInEffect(ObjectKey key, Row row, BucketRecord record) {
        var informed = cluster.metadata().committer().install(key, row, deadline());
        if (!cluster.metadata().group().quorums().isClassic(informed.size())) {
            return Optional.of(new Unavailable("too few data centers learned of the change", true));
        }
        cluster.surroundings().time().sleep(delayUntilInEffect(record));
        return failure(records.appendAfter(key, row, record.inEffect(), deadline()))
                .map(failure -> new Unavailable(failure.detail(), true));
    }

    private Duration delayUntilInEffect(BucketRecord record) {
        return cluster.versions().rules().reportDelay(record.freshness());
    }

    private static Optional<Unavailable> failure(CommitResult result) {
        return switch (result) {
            case CommitResult.Committed _, CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    Optional.empty();
            case CommitResult.Unavailable unavailable ->
                    Optional.of(new Unavailable(unavailable.detail(), false));
            case CommitResult.Unknown unknown ->
                    Optional.of(new Unavailable(unknown.detail(), true));
            case CommitResult.Repeated _ ->
                    throw new IllegalStateException("a fresh operation cannot repeat");
        };
    }

    /**
     * Sees to it that a change comes to its end, though the gateway that made it may have died. It
     * has time enough to do that itself.
     */
    void finish(String name, BucketRecord changing) {
        if (!beingFinished.add(name)) {
            return;
        }
        cluster.surroundings()
                .tasks()
                .fork(
                        "finishes-versioning",
                        () -> {
                            try {
                                finishLater(ObjectKey.ofBucketRecord(name), changing);
                            } finally {
                                beingFinished.remove(name);
                            }
                        });
    }

    private void finishLater(ObjectKey key, BucketRecord changing) {
        cluster.surroundings().time().sleep(delayUntilInEffect(changing).multipliedBy(2));
        if (cluster.metadata().reader().read(key, deadline())
                instanceof VersionReader.Latest latest) {
            BucketDirectory.newest(latest.row())
                    .filter(BucketRecord::isChanging)
                    .filter(record -> record.state() == State.ACTIVE)
                    .ifPresent(record -> putInEffect(key, latest.row(), record));
        }
    }
}
