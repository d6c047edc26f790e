package io.giza.gc.sweep;

import io.giza.commit.KeyLister;
import io.giza.commit.Settlement;
import io.giza.concurrent.Deadline;
import io.giza.gc.plan.UploadPlan;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.UploadGarbage.ObjectState;
import io.giza.version.VersionAccess;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Gathers what is to be known of an upload. */
final class UploadReader {
    private static final int PAGE = 1000;

    private final VersionAccess access;
    private final Optional<DcName> dc;

    private UploadReader(VersionAccess access, Optional<DcName> dc) {
        this.access = access;
        this.dc = dc;
    }

    /** What one data center says, which may be out of date. */
    static UploadReader ofDc(VersionAccess access, DcName dc) {
        return new UploadReader(access, Optional.of(dc));
    }

    /** What a quorum says. */
    static UploadReader ofQuorum(VersionAccess access) {
        return new UploadReader(access, Optional.empty());
    }

    /** Returns what is known of an upload; empty if there is none or it cannot be read. */
    Optional<UploadPlan.View> read(BucketId bucket, ObjectKey key) {
        Optional<UploadRows.UploadName> named = UploadRows.parse(key.name());
        Optional<UploadRecord> record = row(key).flatMap(UploadReader::newestRecord);
        if (named.isEmpty() || record.isEmpty()) {
            return Optional.empty();
        }
        Optional<SortedMap<ObjectKey, Row>> parts = parts(bucket, named.get());
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        ObjectState fate = ObjectState.UNKNOWN;
        Predicate<PutId> isOfObject = _ -> true;
        if (record.get().state() instanceof UploadRecord.Completed completed) {
            VersionId version = completed.version();
            Optional<Row> object = fullRow(new ObjectKey(bucket, named.get().key()));
            fate = object.map(row -> fate(row, version)).orElse(ObjectState.UNKNOWN);
            isOfObject =
                    object.flatMap(row -> row.entry(version.version()))
                            .filter(entry -> entry.value().id().equals(version.putId()))
                            .filter(entry -> !entry.isTruncated())
                            .map(entry -> partIdsOf(ManifestCodec.decode(entry.value())))
                            .orElse(isOfObject);
        }
        return Optional.of(new UploadPlan.View(record.get(), fate, isOfObject, parts.get()));
    }

    static Optional<UploadRecord> newestRecord(Row row) {
        return Fold.newestHint(row.orNextGeneration())
                .map(entry -> UploadRecordCodec.decode(entry.value()));
    }

    private static ObjectState fate(Row row, VersionId version) {
        if (row.generation() != version.generation()) {
            return row.generation() > version.generation() ? ObjectState.GONE : ObjectState.UNKNOWN;
        }
        return switch (Fold.versionState(row, version.version())) {
            case Fold.Live _, Fold.Superseded _ -> ObjectState.EXISTS;
            case Fold.Deleted _ -> ObjectState.GONE;
            case Fold.NoVersion _, Fold.NeedsOlder _ -> ObjectState.UNKNOWN;
        };
    }

    /** A long list of parts is not read: as long as the object stands all are kept. */
    private static Predicate<PutId> partIdsOf(Manifest manifest) {
        return switch (manifest.data()) {
            case Manifest.Parts parts -> {
                Set<PutId> ids =
                        parts.parts().stream().map(part -> part.id()).collect(Collectors.toSet());
                yield ids::contains;
            }
            case Manifest.StoredParts _, Manifest.Inline _, Manifest.Fragmented _ -> _ -> true;
        };
    }

    private Optional<Row> row(ObjectKey key) {
        return dc.isPresent() ? row(dc.get(), key) : access.latest(key);
    }

    private Optional<Row> row(DcName at, ObjectKey key) {
        Scan scan = new Scan(key.bucket(), key.name(), key.name(), true, 1);
        return page(at, scan)
                .map(
                        page ->
                                page.rows().stream()
                                        .filter(named -> named.name().equals(key.name()))
                                        .findFirst()
                                        .map(named -> named.row().orNextGeneration())
                                        .orElse(Row.ABSENT));
    }

    private Optional<Row> fullRow(ObjectKey key) {
        return row(key).flatMap(row -> fullRow(key, row));
    }

    private Optional<Row> fullRow(ObjectKey key, Row row) {
        return access.withLogFrom(key, row, 1);
    }

    private Optional<SortedMap<ObjectKey, Row>> parts(
            BucketId bucket, UploadRows.UploadName upload) {
        SortedMap<ObjectKey, Row> parts = new TreeMap<>();
        for (String prefix : prefixes(bucket, upload.id())) {
            if (!readRows(bucket, prefix, parts)) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }

    /** Reads the rows whose names begin with a prefix; false if not all can be read. */
    private boolean readRows(BucketId bucket, String prefix, Map<ObjectKey, Row> rows) {
        Optional<Scan> next = Optional.of(new Scan(bucket.uploads(), prefix, prefix, true, PAGE));
        while (next.isPresent()) {
            Optional<RowPage> page = page(next.get());
            if (page.isEmpty()) {
                return false;
            }
            for (NamedRow named : page.get().rows()) {
                ObjectKey key = new ObjectKey(bucket.uploads(), named.name());
                Optional<Row> full = fullRow(key, named.row().orNextGeneration());
                if (full.isEmpty()) {
                    return false;
                }
                rows.put(key, full.get());
            }
            next = next.get().next(page.get());
        }
        return true;
    }

    private Optional<RowPage> page(Scan scan) {
        if (dc.isPresent()) {
            return page(dc.get(), scan);
        }
        return switch (access.metadata().lister().list(scan, deadline())) {
            case KeyLister.Rows rows -> Optional.of(new RowPage(rows.rows(), rows.more()));
            case KeyLister.Unavailable _ -> Optional.empty();
        };
    }

    private Optional<RowPage> page(DcName at, Scan scan) {
        try {
            return Optional.of(access.metadata().group().scan(at, scan));
        } catch (ReplicaException e) {
            return Optional.empty();
        }
    }

    /**
     * Closes all undecided versions of parts of an upload in any data center: each is chosen now,
     * or never. False if some data center does not show its rows, or something could not be ended.
     */
    boolean settleUndecided(BucketId bucket, UploadId upload) {
        boolean ended = true;
        for (DcName each : access.metadata().group().names()) {
            for (String prefix : prefixes(bucket, upload)) {
                Optional<Scan> next =
                        Optional.of(new Scan(bucket.uploads(), prefix, prefix, true, PAGE));
                while (next.isPresent()) {
                    Optional<RowPage> page = page(each, next.get());
                    if (page.isEmpty()) {
                        return false;
                    }
                    for (NamedRow row : page.get().rows()) {
                        ended &= settleVote(new ObjectKey(bucket.uploads(), row.name()), row.row());
                    }
                    next = next.get().next(page.get());
                }
            }
        }
        return ended;
    }

    private boolean settleVote(ObjectKey key, Row row) {
        Vote vote = row.open().vote();
        if (vote == null) {
            return true;
        }
        Value value = vote.value();
        Deadline deadline = access.after(access.timeouts().commit());
        return !(new Settlement(access.metadata()).settle(key, value.id(), value.base(), deadline)
                instanceof Settlement.Unsettled);
    }

    private static List<String> prefixes(BucketId bucket, UploadId upload) {
        return List.of(UploadRows.prefixOfParts(upload), UploadRows.list(bucket, upload).name());
    }

    private Deadline deadline() {
        return access.after(access.timeouts().read());
    }
}
