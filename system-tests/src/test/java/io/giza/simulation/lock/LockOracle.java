package io.giza.simulation.lock;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.lock.DefaultRetention;
import io.giza.lock.LegalHold;
import io.giza.lock.LockPermit;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.VoteOracle;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What locks demand of the records that were chosen, by the true time:
 *
 * <ul>
 *   <li>no version is deleted while it is held, or retained, unless who deletes it bypasses
 *       governance;
 *   <li>no retention in force becomes weaker, with the same exception;
 *   <li>no null takes the place of one that is locked;
 *   <li>what was put after a default retention was told of is retained as long;
 *   <li>what is read of a lock is what it was at some time during the read.
 * </ul>
 *
 * <p>It knows nothing of how locks are decided: it folds the log anew, from its first record on.
 */
final class LockOracle {
    /** Clocks that are right are off by a second at most. */
    private static final Duration CLOCKS = Duration.ofSeconds(3);

    /** By how much a clock may be wrong by which retention begins. */
    private static final Duration SHARED = Duration.ofMinutes(1).plus(CLOCKS);

    private final VoteOracle votes;
    private final BucketId bucket;
    private final Set<OpId> bypassing = new HashSet<>();
    private final Map<PutId, Instant> noticed = new HashMap<>();
    private final Map<OpId, Instant> due = new HashMap<>();
    private final Set<OpId> pending = new HashSet<>();

    LockOracle(VoteOracle votes, BucketId bucket) {
        this.votes = votes;
        this.bucket = bucket;
    }

    ObjectKey key(String name) {
        return new ObjectKey(bucket, name);
    }

    /** Notes that an operation may bypass retention in governance mode. */
    void noteBypass(OpId op) {
        bypassing.add(op);
    }

    /** Notes that a put begins after its bucket was told to retain what is put. */
    void notePut(OpId op, DefaultRetention retention, Instant now) {
        due.put(op, retention.from(now).until().minus(SHARED));
        pending.add(op);
    }

    /** Notes that a put is acknowledged. */
    void noteAnswered(OpId op) {
        pending.remove(op);
    }

    /** Notes that the bucket is told otherwise: puts under way may go by either. */
    void noteReconfiguration() {
        due.keySet().removeAll(pending);
    }

    /** Notes what is chosen by now; to be called often. */
    void noteChosen(Instant now) {
        for (ObjectKey key : votes.keys()) {
            if (key.bucket().equals(bucket)) {
                log(key).forEach(value -> noticed.putIfAbsent(value.id(), now));
            }
        }
    }

    /** Returns how many records of an object are chosen by now. */
    int chosen(String key) {
        return log(key(key)).size();
    }

    /** Checks that an acknowledged change is chosen. */
    void checkChosen(String key, OpId op) {
        check(votes.chosen(key(key), op).isPresent(), () -> "told of and not chosen: " + op);
    }

    /** Checks that a lock was read which there was since so many records were chosen. */
    void checkRead(String key, PutId version, VersionLock read, int since) {
        List<Value> log = log(key(key));
        boolean was = false;
        for (int records = since; records <= log.size() && !was; records++) {
            was = read.equals(Folded.of(log.subList(0, records)).lock(version));
        }
        check(was, () -> "a lock that there was not: " + read + " of " + version + " in " + log);
    }

    /** Checks all that was chosen. */
    void checkAll(Instant now) {
        noteChosen(now);
        for (ObjectKey key : votes.keys()) {
            if (key.bucket().equals(bucket)) {
                checkLog(key, log(key));
            }
        }
    }

    /** Returns the records of all generations of a row, each of which but the last ends in DROP. */
    private List<Value> log(ObjectKey key) {
        return votes.generations(key).stream()
                .flatMap(generation -> votes.chosen(key, generation).stream())
                .map(VoteOracle.Chosen::value)
                .toList();
    }

    private void checkLog(ObjectKey key, List<Value> log) {
        Folded before = new Folded();
        for (Value value : log) {
            Instant at = noticed.getOrDefault(value.id(), Instant.MAX.minus(CLOCKS)).plus(CLOCKS);
            LockPermit permit = new LockPermit(bypassing.contains(value.op()), at);
            String what = key + " at " + at + ": " + value + " in " + log;
            switch (value.command()) {
                case Command.DeleteVersion(long version, var _) ->
                        check(
                                DeletionReason.of(value) == DeletionReason.GIVEN_UP
                                        || !before.lock(version).protects(permit),
                                () -> "deleted though locked: " + before.lock(version) + what);
                case Command.Annotate(long version, var _) -> {
                    if (AnnotationCodec.decode(value)
                            instanceof AnnotationCodec.Retained(Optional<Retention> retention)) {
                        check(
                                !isWeakened(before.lock(version), retention, permit),
                                () -> "retained less: " + before.lock(version) + what);
                    }
                }
                case Command.NewVersion made ->
                        check(
                                !made.mode().isNull() || !before.holdsLockedNull(),
                                () -> "a locked null was replaced: " + what);
                case Command.Drop _ ->
                        check(!before.protects(permit), () -> "a row with locks removed: " + what);
                case Command.NoOp _, Command.Remove _, Command.Visible _ -> {}
            }
            checkDefault(value);
            before.add(value);
        }
    }

    private static boolean isWeakened(
            VersionLock lock, Optional<Retention> retention, LockPermit permit) {
        if (lock.retention().isEmpty() || !lock.retention().get().until().isAfter(permit.past())) {
            return false;
        }
        Retention old = lock.retention().get();
        boolean bypassed = old.mode() == RetentionMode.GOVERNANCE && permit.bypassesGovernance();
        return !bypassed
                && (retention.isEmpty()
                        || retention.get().mode() != old.mode()
                        || retention.get().until().isBefore(old.until()));
    }

    private void checkDefault(Value value) {
        Instant least = due.get(value.op());
        if (value.kind() == Value.Kind.PUT && least != null) {
            Optional<Retention> retention = ManifestCodec.decode(value).lock().retention();
            check(
                    retention.filter(each -> !each.until().isBefore(least)).isPresent(),
                    () -> "put and not retained until " + least + ": " + retention);
        }
    }

    /** What a log makes of the locks of its versions. */
    private static final class Folded {
        private final Map<Long, VersionLock> locks = new TreeMap<>();
        private final Map<PutId, Long> numbers = new HashMap<>();
        private final Set<Long> nulls = new HashSet<>();
        private long last;

        static Folded of(List<Value> log) {
            Folded folded = new Folded();
            log.forEach(folded::add);
            return folded;
        }

        VersionLock lock(long version) {
            return locks.getOrDefault(version, VersionLock.NONE);
        }

        VersionLock lock(PutId version) {
            return lock(numbers.getOrDefault(version, 0L));
        }

        boolean protects(LockPermit permit) {
            return locks.values().stream().anyMatch(lock -> lock.protects(permit));
        }

        boolean holdsLockedNull() {
            return nulls.stream()
                    .map(this::lock)
                    .anyMatch(lock -> lock.hold() == LegalHold.ON || lock.retention().isPresent());
        }

        void add(Value value) {
            last++;
            switch (value.command()) {
                case Command.Put put -> {
                    numbers.put(value.id(), last);
                    locks.put(last, ManifestCodec.decode(value).lock());
                    if (put.mode().isNull()) {
                        nulls.add(last);
                    }
                }
                case Command.DeleteVersion(long version, var _) -> {
                    nulls.remove(version);
                    locks.remove(version);
                }
                case Command.Annotate(long version, var _) -> annotate(version, value);
                case Command.Drop _ -> {
                    last = 0;
                    locks.clear();
                    nulls.clear();
                    numbers.clear();
                }
                case Command.Marker _, Command.NoOp _, Command.Remove _, Command.Visible _ -> {}
            }
        }

        private void annotate(long version, Value value) {
            VersionLock lock = lock(version);
            switch (AnnotationCodec.decode(value)) {
                case AnnotationCodec.Tags _, AnnotationCodec.Granted _ -> {}
                case AnnotationCodec.Retained(var retention) ->
                        locks.put(version, lock.withRetention(retention));
                case AnnotationCodec.Held(var hold) -> locks.put(version, lock.withHold(hold));
            }
        }
    }
}
