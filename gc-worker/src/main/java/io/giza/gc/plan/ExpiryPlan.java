package io.giza.gc.plan;

import io.giza.lifecycle.LifecycleSchedule;
import io.giza.lifecycle.LifecycleSchedule.Data;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.lifecycle.LifecycleSchedule.Superseded;
import io.giza.lock.LockPermit;
import io.giza.lock.VersionLock;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.UploadRecord;
import io.giza.model.Value.Kind;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;
import io.giza.version.CreationTime;
import io.giza.version.VersionRules;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of an object its bucket's lifecycle lets expire by now, as the row says. It is true of that
 * state of the row and no other: each step is decided right after it, or not at all.
 *
 * <pre>
 * version                           what                         how
 * the newest, a put                 {@link What#CURRENT}         a delete marker is added
 * another one, a put or a marker    {@link What#NONCURRENT}      it is deleted, if not locked
 * the only one, a marker            {@link What#MARKER}          it is deleted
 * </pre>
 *
 * <p>While it is not known of some put whether it can be read, nothing of its object expires: if it
 * never can, the version before it is the newest still. The marker of a bucket that never was
 * versioned is no version, but where it is the newest, none before it is.
 *
 * @param expiries what expires, in the order in which it has to end: the oldest first
 * @param isBlocked whether nothing does because of such a put
 */
public record ExpiryPlan(List<Expiry> expiries, boolean isBlocked) {
    private static final ExpiryPlan BLOCKED = new ExpiryPlan(List.of(), true);

    public ExpiryPlan {
        expiries = List.copyOf(expiries);
    }

    /** What may expire. */
    public enum ExpiryKind {
        /** The newest version. */
        CURRENT,
        /** A version that is not the newest. */
        NONCURRENT,
        /** A delete marker that is the only version. */
        MARKER,
        /** An upload that nobody finished. */
        UPLOAD
    }

    /**
     * A version that expires.
     *
     * @param version which one
     * @param due since when, and by which rule
     */
    public record Expiry(ExpiryKind kind, VersionId version, Due due) {}

    /**
     * Plans for an object.
     *
     * @param key the object's key
     * @param row its row, with its whole log
     * @param now the time by which it is told what is due
     */
    public static ExpiryPlan of(
            String key, Row row, LifecycleSchedule schedule, Instant now, VersionRules rules) {
        if (!(Fold.versions(row) instanceof Fold.All(List<Entry> entries))) {
            throw new IllegalStateException("a part of a log says nothing of " + key + ": " + row);
        }
        // A row that lags behind may know that a put was dropped and not that it was deleted.
        if (entries.stream().anyMatch(Entry::isTruncated)
                || !entries.stream().allMatch(rules::mayExpireBeside)) {
            return BLOCKED;
        }
        List<Expiry> expiries = new ArrayList<>();
        Map<Long, Instant> creationTimes = creationTimes(row);
        int shown = 0;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (!isShown(entry)) {
                continue;
            }
            Version version = new Version(key, row, entry, creationTimes);
            if (i == 0) {
                version.currentExpiry(schedule, entries)
                        .filter(each -> !each.due().at().isAfter(now))
                        .ifPresent(expiries::add);
            } else {
                version.noncurrentExpiry(schedule, entries.get(i - 1), shown)
                        .filter(each -> !each.due().at().isAfter(now))
                        .filter(_ -> rules.mayDelete(version.lock(), new LockPermit(false, now)))
                        .ifPresent(expiries::add);
                shown++;
            }
        }
        return new ExpiryPlan(expiries.reversed(), false);
    }

    /** Tells when an upload expires, empty if it is over or no rule is about it. */
    public static Optional<Due> ofUpload(
            String key, UploadRecord record, LifecycleSchedule schedule, Instant now) {
        return switch (record.state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ ->
                    schedule.upload(key, record.upload().initiated())
                            .filter(due -> !due.at().isAfter(now));
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> Optional.empty();
        };
    }

    private static boolean isShown(Entry entry) {
        return Mode.of(entry.value()) != Mode.HIDDEN_MARKER;
    }

    /** A version of the object. */
    private record Version(String key, Row row, Entry entry, Map<Long, Instant> creationTimes) {
        Optional<Expiry> currentExpiry(LifecycleSchedule schedule, List<Entry> all) {
            if (isPut()) {
                return schedule.current(data()).map(due -> expiry(ExpiryKind.CURRENT, due));
            }
            boolean isAlone = all.stream().filter(ExpiryPlan::isShown).count() == 1;
            return isAlone
                    ? createdAt(entry)
                            .flatMap(at -> schedule.loneMarker(key, at))
                            .map(due -> expiry(ExpiryKind.MARKER, due))
                    : Optional.empty();
        }

        /** Where it is not known since when it is not the newest, it is kept. */
        Optional<Expiry> noncurrentExpiry(LifecycleSchedule schedule, Entry next, int newer) {
            return createdAt(next)
                    .map(since -> new Superseded(since, newer))
                    .flatMap(
                            since ->
                                    isPut()
                                            ? schedule.noncurrent(data(), since)
                                            : schedule.noncurrentMarker(key, since))
                    .map(due -> expiry(ExpiryKind.NONCURRENT, due));
        }

        /** Returns since when something was there, empty if it does not say. */
        private Optional<Instant> createdAt(Entry each) {
            return Optional.ofNullable(creationTimes.get(each.version()));
        }

        private boolean isPut() {
            return entry.value().kind() == Kind.PUT;
        }

        private Data data() {
            Manifest manifest = AnnotationCodec.manifest(row, entry);
            return new Data(key, manifest.size(), manifest.tags(), createdAt(entry).orElseThrow());
        }

        VersionLock lock() {
            return AnnotationCodec.lock(row, entry);
        }

        private Expiry expiry(ExpiryKind kind, Due due) {
            VersionId id = new VersionId(row.generation(), entry.version(), entry.value().id());
            return new Expiry(kind, id, due);
        }
    }

    /** No version is older than one before it, whatever the clock of its gateway said. */
    private static Map<Long, Instant> creationTimes(Row row) {
        Map<Long, Instant> creationTimes = new HashMap<>();
        Instant latest = Instant.MIN;
        for (Entry entry : row.log()) {
            Optional<Instant> created = CreationTime.of(entry);
            if (created.isPresent()) {
                latest = created.get().isAfter(latest) ? created.get() : latest;
                creationTimes.put(entry.version(), latest);
            }
        }
        return creationTimes;
    }
}
