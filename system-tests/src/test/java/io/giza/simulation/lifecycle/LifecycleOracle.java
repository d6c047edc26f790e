package io.giza.simulation.lifecycle;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.lifecycle.LifecycleSchedule;
import io.giza.lifecycle.LifecycleSchedule.Data;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.lifecycle.LifecycleSchedule.Superseded;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.record.UploadRecordCodec;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.cluster.VoteOracle.Chosen;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Knows by what the data centers voted for which versions ended though no client asked for it, and
 * judges each of these endings when all is over, and so it is known which puts were ever there: by
 * what the object was right before the record, it was due.
 */
final class LifecycleOracle {
    /** Clocks are off by a second at most. */
    private static final Duration CLOCKS = Duration.ofSeconds(3);

    private final VoteOracle votes;
    private final BucketId bucket;
    private final Versioning versioning;
    private final LifecycleSchedule schedule;
    private final Set<OpId> deletes = new HashSet<>();
    private final Map<PutId, Instant> noticed = new HashMap<>();

    LifecycleOracle(
            VoteOracle votes, BucketId bucket, Versioning versioning, LifecycleSchedule schedule) {
        this.votes = votes;
        this.bucket = bucket;
        this.versioning = versioning;
        this.schedule = schedule;
    }

    BucketId bucket() {
        return bucket;
    }

    /** Notes that a client asked for a deletion. */
    void deletes(OpId op) {
        deletes.add(op);
    }

    /** Notes what is chosen by now; to be called often. */
    void noteChosen(Instant now) {
        for (ObjectKey key : votes.keys()) {
            if (key.bucket().equals(bucket) || key.bucket().equals(bucket.uploads())) {
                for (long generation : votes.generations(key)) {
                    for (Chosen chosen : votes.chosen(key, generation)) {
                        noticed.putIfAbsent(chosen.value().id(), now);
                    }
                }
            }
        }
    }

    /** Checks that nothing ended before its time. */
    void checkEnded() {
        for (ObjectKey key : votes.keys()) {
            for (long generation : votes.generations(key)) {
                List<Value> log = log(key, generation);
                if (key.bucket().equals(bucket)) {
                    checkObject(key, log);
                } else if (key.bucket().equals(bucket.uploads()) && key.holdsRecords()) {
                    checkUpload(key, log);
                }
            }
        }
    }

    /** Checks that nothing is left whose time has come. */
    void checkLeft(Instant now) {
        for (ObjectKey key : votes.keys()) {
            List<Value> log = log(key, votes.generations(key).getLast());
            if (key.bucket().equals(bucket)) {
                List<LiveVersion> liveVersions = LiveVersion.before(log, log.size());
                for (int i = 0; i < liveVersions.size(); i++) {
                    Optional<Due> due = dueOf(key, liveVersions, i);
                    String what = key + " " + liveVersions.get(i) + " is due and left: " + log;
                    check(due.isEmpty() || due.get().at().isAfter(now.minus(CLOCKS)), what);
                }
            } else if (key.bucket().equals(bucket.uploads()) && key.holdsRecords()) {
                checkUploadLeft(key, log, now);
            }
        }
    }

    private void checkUploadLeft(ObjectKey key, List<Value> log, Instant now) {
        if (!log.isEmpty() && log.getLast().kind() == Kind.PUT) {
            UploadRecord record = UploadRecordCodec.decode(log.getLast());
            boolean isOver =
                    record.state() instanceof UploadRecord.Aborted
                            || record.state() instanceof UploadRecord.Completed;
            Optional<Due> due = dueOf(key, record);
            check(
                    isOver || due.isEmpty() || due.get().at().isAfter(now.minus(CLOCKS)),
                    "an upload is due and left: " + key);
        }
    }

    /** Returns what a read has to find in the end, empty for nothing. */
    Optional<LiveVersion> newest(ObjectKey key) {
        List<Value> log = log(key, votes.generations(key).getLast());
        return LiveVersion.before(log, log.size()).stream().findFirst().filter(LiveVersion::isPut);
    }

    private List<Value> log(ObjectKey key, long generation) {
        return votes.chosen(key, generation).stream().map(Chosen::value).toList();
    }

    private void checkObject(ObjectKey key, List<Value> log) {
        for (int i = 0; i < log.size(); i++) {
            Value value = log.get(i);
            boolean ends =
                    value.kind() == Kind.MARKER
                            || (value.kind() == Kind.DELETE_VERSIONS
                                    && DeletionReason.of(value) == DeletionReason.DELETED);
            if (ends && !deletes.contains(value.op()) && !LiveVersion.isCleared(log, i)) {
                checkEnding(key, log, i);
            }
        }
    }

    private void checkEnding(ObjectKey key, List<Value> log, int index) {
        Value value = log.get(index);
        List<LiveVersion> liveVersions = LiveVersion.before(log, index);
        Supplier<String> what = () -> key + " record " + (index + 1) + " of " + log;
        int position = 0;
        if (value.kind() == Kind.MARKER) {
            check(
                    !liveVersions.isEmpty() && liveVersions.getFirst().isPut(),
                    () -> "expired though it was not there: " + what.get());
            check(
                    Mode.of(value) == versioning.modeOfMarker(),
                    () -> "another marker than a client's: " + what.get());
        } else {
            position = LiveVersion.indexOf(liveVersions, value.command().argument());
            check(position >= 0, () -> "expired though it was not there: " + what.get());
            check(
                    position > 0 || !liveVersions.getFirst().isPut(),
                    () -> "the newest version was deleted: " + what.get());
        }
        Optional<Due> due = dueOf(key, liveVersions, position);
        Instant ended = noticed.getOrDefault(value.id(), Instant.MAX.minus(CLOCKS));
        check(
                due.isPresent() && !due.get().at().isAfter(ended.plus(CLOCKS)),
                () ->
                        "expired at "
                                + ended
                                + " and not due: "
                                + what.get()
                                + " of "
                                + liveVersions);
    }

    private Optional<Due> dueOf(ObjectKey key, List<LiveVersion> liveVersions, int position) {
        LiveVersion version = liveVersions.get(position);
        if (position > 0) {
            Superseded superseded =
                    new Superseded(liveVersions.get(position - 1).created(), position - 1);
            return version.isPut()
                    ? schedule.noncurrent(data(key, version), superseded)
                    : schedule.noncurrentMarker(key.name(), superseded);
        }
        if (version.isPut()) {
            return schedule.current(data(key, version));
        }
        return liveVersions.size() == 1
                ? schedule.loneMarker(key.name(), version.created())
                : Optional.empty();
    }

    private static Data data(ObjectKey key, LiveVersion version) {
        Manifest manifest = version.manifest();
        return new Data(key.name(), manifest.size(), manifest.tags(), manifest.created());
    }

    /** One that was being completed may have been found to have been, in a row that is over. */
    private void checkUpload(ObjectKey key, List<Value> log) {
        boolean wasOpen = false;
        for (Value value : log) {
            if (value.kind() != Kind.PUT) {
                continue;
            }
            UploadRecord record = UploadRecordCodec.decode(value);
            if (record.state() instanceof UploadRecord.Aborted && wasOpen) {
                Instant ended = noticed.getOrDefault(value.id(), Instant.MAX.minus(CLOCKS));
                Optional<Due> due = dueOf(key, record);
                check(
                        due.isPresent() && !due.get().at().isAfter(ended.plus(CLOCKS)),
                        () -> "an upload was aborted before its time: " + key);
            }
            wasOpen = record.state() instanceof UploadRecord.Open;
        }
    }

    private Optional<Due> dueOf(ObjectKey key, UploadRecord record) {
        String object = UploadRows.parse(key.name()).orElseThrow().key();
        return schedule.upload(object, record.upload().initiated());
    }
}
