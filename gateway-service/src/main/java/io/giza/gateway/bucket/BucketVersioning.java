package io.giza.gateway.bucket;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
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

    /** Waits for a change that others began, so that what is told of the bucket is in effect. */
    VersioningResult settle(Account account, String name) {
        return change(account, name, Optional.empty(), BucketChange.NONE);
    }

    /** Changes an account's bucket, or says why not. */
    VersioningResult change(
            Account account, String name, ClientOperation operation, BucketChange change) {
        return change(account, name, Optional.of(operation), change);
    }

    private VersioningResult change(
            Account account,
            String name,
            Optional<ClientOperation> operation,
            BucketChange change) {
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        Progress progress = new Progress(account, key, operation, change);
        while (!progress.deadline.hasPassed(cluster.surroundings().time())) {
            Optional<Row> row = records.read(key, progress.deadline);
            if (row.isEmpty()) {
                return new Unavailable("no quorum answered", progress.written.isPresent());
            }
            Optional<VersioningResult> result = progress.look(row.get());
            if (result.isPresent()) {
                return result.get();
            }
        }
        return new Unavailable("others kept changing the bucket", progress.written.isPresent());
    }

    /** How far a change has come. For one task. */
    private final class Progress {
        private final Account account;
        private final ObjectKey key;
        private final Optional<ClientOperation> operation;
        private final BucketChange change;

        /** Each step has time of its own. */
        private Deadline deadline = deadline();

        private Optional<EarlierAttempts> attempts = Optional.empty();

        /** The record of this change in the log, of this attempt or an earlier one. */
        private Optional<BucketRecord> written = Optional.empty();

        Progress(
                Account account,
                ObjectKey key,
                Optional<ClientOperation> operation,
                BucketChange change) {
            this.account = account;
            this.key = key;
            this.operation = operation;
            this.change = change;
        }

        /** Does what is next; empty if the row is to be looked at again. */
        Optional<VersioningResult> look(Row row) {
            if (search(row) instanceof EarlierAttempts.Unknown unknown) {
                return Optional.of(new Unavailable(unknown.detail(), true));
            }
            Optional<BucketRecord> now =
                    BucketDirectory.newest(row).filter(record -> record.state() != State.DELETED);
            if (written.isPresent() && now.filter(this::isSameLife).isEmpty()) {
                return Optional.of(new VersioningResult.Changed(written.get().lock()));
            }
            if (now.isEmpty()) {
                return answer(row, new VersioningResult.Absent());
            }
            return now.get().account().equals(account.name())
                    ? step(row, now.get())
                    : Optional.of(new VersioningResult.Foreign());
        }

        private EarlierAttempts.Finding search(Row row) {
            if (written.isPresent() || operation.isEmpty()) {
                return new EarlierAttempts.NotFound();
            }
            attempts =
                    attempts.or(
                            () ->
                                    operation.map(
                                            each ->
                                                    records.attempts(
                                                            key, each, row, change.isDone())));
            EarlierAttempts.Finding finding = attempts.orElseThrow().search(row);
            if (finding instanceof EarlierAttempts.SameWrite same) {
                written = Optional.of(BucketRecordCodec.decode(same.entry().value()));
            }
            return finding;
        }

        private boolean isSameLife(BucketRecord record) {
            return written.filter(each -> each.id().equals(record.id())).isPresent();
        }

        private Optional<VersioningResult> step(Row row, BucketRecord now) {
            boolean isToWrite = written.isEmpty() && operation.isPresent();
            if (!isToWrite && !now.isChanging()) {
                return Optional.of(new VersioningResult.Changed(now.lock()));
            }
            if (now.state() == State.DELETING) {
                // Somebody else's deletion has to come to its end.
                cluster.surroundings().time().sleep(cluster.settings().poll());
                return Optional.empty();
            }
            Optional<BucketRecord> next = isToWrite ? change.after(now) : Optional.of(now);
            if (next.isEmpty()) {
                return answer(row, new VersioningResult.Conflict());
            }
            if (!next.get().equals(now)) {
                return decide(row, next.get());
            }
            if (!now.isChanging()) {
                return answer(row, new VersioningResult.Changed(now.lock()));
            }
            BucketRecords.Written result = putInEffect(key, row, now);
            deadline = deadline();
            return end(result);
        }

        private Optional<VersioningResult> decide(Row row, BucketRecord next) {
            OpId op = attempts.orElseThrow().recordIdentity();
            BucketRecords.Written result = records.append(key, row, next, op, deadline);
            if (result instanceof BucketRecords.Done) {
                written = Optional.of(next);
                deadline = deadline();
            }
            return end(result);
        }

        private static Optional<VersioningResult> end(BucketRecords.Written result) {
            return switch (result) {
                case BucketRecords.Done _, BucketRecords.Overtaken _ -> Optional.empty();
                case BucketRecords.Failed(Unavailable why) -> Optional.of(why);
            };
        }

        /** Ends an operation that changes nothing. */
        private Optional<VersioningResult> answer(Row row, VersioningResult answer) {
            BucketRecords.Written result =
                    attempts.map(each -> records.appendRefusal(key, row, each, deadline))
                            .orElseGet(() -> new BucketRecords.Done(row));
            return result instanceof BucketRecords.Done ? Optional.of(answer) : end(result);
        }
    }

    private Deadline deadline() {
        return cluster.after(cluster.settings().commit());
    }

    /** Decides that a change is in effect once every later put is bound to see it. */
    private BucketRecords.Written putInEffect(ObjectKey key, Row row, BucketRecord record) {
        var informed = cluster.metadata().committer().install(key, row, deadline());
        if (!cluster.metadata().group().quorums().isClassic(informed.size())) {
            return new BucketRecords.Failed(
                    new Unavailable("too few data centers learned of the change", true));
        }
        cluster.surroundings().time().sleep(delayUntilInEffect(record));
        Deadline deadline = deadline();
        BucketRecords.Written result = records.append(key, row, record.inEffect(), deadline);
        while (result instanceof BucketRecords.Overtaken) {
            Optional<Row> now = records.read(key, deadline).filter(each -> isCopied(row, each));
            if (now.isEmpty()) {
                return result;
            }
            result = records.append(key, now.get(), record.inEffect(), deadline);
        }
        return result instanceof BucketRecords.Failed(Unavailable why)
                ? new BucketRecords.Failed(new Unavailable(why.detail(), true))
                : result;
    }

    /** Whether nothing but copies of its last record was appended to a row since. */
    private static boolean isCopied(Row before, Row now) {
        return now.generation() == before.generation()
                && now.firstHeld() <= before.chosen()
                && now.from(before.chosen()).stream()
                                .map(entry -> BucketRecordCodec.decode(entry.value()))
                                .distinct()
                                .count()
                        == 1;
    }

    private Duration delayUntilInEffect(BucketRecord record) {
        return cluster.versions().rules().reportDelay(record.freshness());
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
        records.read(key, deadline())
                .ifPresent(
                        row ->
                                BucketDirectory.newest(row)
                                        .filter(BucketRecord::isChanging)
                                        .filter(record -> record.state() == State.ACTIVE)
                                        .ifPresent(record -> putInEffect(key, row, record)));
    }
}
