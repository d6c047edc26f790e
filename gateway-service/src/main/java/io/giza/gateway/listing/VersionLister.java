package io.giza.gateway.listing;

import io.giza.commit.KeyLister;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.VersionListing.Failed;
import io.giza.gateway.service.VersionListing.Marker;
import io.giza.gateway.service.VersionListing.Page;
import io.giza.gateway.service.VersionListing.Request;
import io.giza.gateway.service.VersionListing.Result;
import io.giza.gateway.service.VersionListing.Version;
import io.giza.gateway.version.VersionNames;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.record.MarkerCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists versions: keys in order, of each the puts and delete markers that are live, the newest
 * first. Each key by itself is linearizable, as in a listing of objects, and what nobody can tell
 * of a version makes the page unavailable rather than wrong.
 */
public final class VersionLister {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final KeyVersions keys;

    public VersionLister(Cluster cluster, BucketDirectory buckets) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.keys = new KeyVersions(cluster);
    }

    /** Lists one page. */
    public Result list(Request request) {
        return ReplacedBucketRetry.attempt(
                () -> listOnce(request),
                result -> result instanceof Failed(Failure.BucketReplaced _));
    }

    private Result listOnce(Request request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (buckets.find(request.account(), request.bucket(), deadline)) {
            case BucketLookup.NotFound notFound -> new Failed(notFound.toFailure());
            case BucketLookup.Known known -> list(request, known.record());
        };
    }

    private Result list(Request request, BucketRecord bucket) {
        Result result = new PageBuilder(request, bucket).build();
        Optional<Failure> unread =
                result instanceof Page
                        ? BucketScope.failureAfterRead(buckets, request.bucket(), bucket)
                        : Optional.empty();
        if (unread.isPresent()) {
            return new Failed(unread.get());
        }
        BucketRecord now = buckets.latest(request.bucket(), bucket);
        return result instanceof Page page
                        && page.versions().stream().anyMatch(version -> !mayShow(now, version))
                ? unavailable("the versioning of the bucket is just being changed")
                : result;
    }

    /** A version of a kind that is new tells of a change, which may not be in effect. */
    private static boolean mayShow(BucketRecord bucket, Version version) {
        return !bucket.isChanging()
                || version.mode() == bucket.reportedVersioning().modeOfPut()
                || (bucket.reportedVersioning().hasVersionIds()
                        && version.mode() != bucket.versioning().modeOfPut());
    }

    private static Failed unavailable(String detail) {
        return new Failed(new Failure.Unavailable(detail));
    }

    /** One page being filled. */
    private final class PageBuilder {
        private final Request request;
        private final BucketRecord bucket;
        private final List<Version> versions = new ArrayList<>();
        private final List<String> groups = new ArrayList<>();
        private Marker last;
        private String openGroup = "";

        PageBuilder(Request request, BucketRecord bucket) {
            this.request = request;
            this.bucket = bucket;
            this.last = request.after();
        }

        Result build() {
            if (request.limit() == 0) {
                return new Page(List.of(), List.of(), Optional.empty());
            }
            Optional<Scan> next = first();
            while (next.isPresent()) {
                // A page that takes long is as consistent as a short one: each key by itself is.
                Deadline deadline = cluster.after(cluster.settings().read());
                var result = cluster.metadata().lister().list(next.get(), deadline);
                if (!(result instanceof KeyLister.Rows rows)) {
                    return unavailable("no quorum answered");
                }
                int before = wanted();
                int skipped = 0;
                for (NamedRow named : rows.rows()) {
                    if (isInOpenGroup(named.name())) {
                        skipped++;
                        continue;
                    }
                    Optional<Result> end = take(named);
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
                var use = new ScanSize.PageUsage(rows.rows().size(), skipped, before - wanted());
                next = rows.more() ? following(rows, use) : Optional.empty();
            }
            return new Page(versions, groups, Optional.empty());
        }

        private int wanted() {
            return request.limit() - versions.size() - groups.size() + 1;
        }

        private boolean isInOpenGroup(String name) {
            return !openGroup.isEmpty() && name.startsWith(openGroup);
        }

        private Optional<Scan> first() {
            int size = ScanSize.first(wanted(), !request.delimiter().isEmpty());
            Marker after = request.after();
            boolean isGroup = groupOf(after.key()).filter(after.key()::equals).isPresent();
            return isGroup
                    ? ObjectLister.firstAfterPrefix(after.key()).map(past -> scan(past, true, size))
                    : Optional.of(scan(after.key(), after.version().isPresent(), size));
        }

        private Optional<Scan> following(KeyLister.Rows rows, ScanSize.PageUsage use) {
            int size = ScanSize.next(wanted(), use);
            String lastRead = rows.rows().getLast().name();
            return isInOpenGroup(lastRead)
                    ? ObjectLister.firstAfterPrefix(openGroup).map(past -> scan(past, true, size))
                    : Optional.of(scan(lastRead, false, size));
        }

        private Scan scan(String from, boolean inclusive, int size) {
            return new Scan(bucket.id(), request.prefix(), from, inclusive, size);
        }

        /** Takes the versions of a key into the page; returns the result if that ended it. */
        private Optional<Result> take(NamedRow named) {
            KeyVersions.Answer answer =
                    keys.resolve(new ObjectKey(bucket.id(), named.name()), named.row());
            return switch (answer) {
                case KeyVersions.Undecided undecided ->
                        Optional.of(
                                unavailable("key '" + named.name() + "': " + undecided.detail()));
                case KeyVersions.Known known -> {
                    Optional<String> group = groupOf(named.name());
                    if (known.versions().isEmpty()) {
                        yield Optional.empty();
                    }
                    yield group.isEmpty() ? add(named.name(), known) : addGroup(group.get());
                }
            };
        }

        private Optional<Result> addGroup(String group) {
            if (wanted() == 1) {
                return full();
            }
            groups.add(group);
            openGroup = group;
            last = new Marker(group, Optional.empty());
            return Optional.empty();
        }

        private Optional<Result> add(String name, KeyVersions.Known known) {
            for (Entry entry : afterMarker(name, known)) {
                if (wanted() == 1) {
                    return full();
                }
                Version version =
                        version(name, VersionNames.idOf(known.row(), entry), known, entry);
                versions.add(version);
                last = new Marker(name, Optional.of(version.name()));
            }
            return Optional.empty();
        }

        private List<Entry> afterMarker(String name, KeyVersions.Known known) {
            Optional<VersionName> marker = request.after().version();
            if (marker.isEmpty() || !name.equals(request.after().key())) {
                return known.versions();
            }
            return switch (marker.get()) {
                // By number, so that it still means its place when its version is deleted.
                case VersionId id ->
                        known.versions().stream()
                                .filter(entry -> isOlder(VersionNames.idOf(known.row(), entry), id))
                                .toList();
                case VersionName.Null _ -> afterNull(known.versions());
            };
        }

        private static boolean isOlder(VersionId id, VersionId marker) {
            return id.generation() < marker.generation()
                    || (id.generation() == marker.generation() && id.version() < marker.version());
        }

        /** If the null is gone meanwhile, its place is lost: rather twice than not at all. */
        private static List<Entry> afterNull(List<Entry> versions) {
            for (int i = 0; i < versions.size(); i++) {
                if (Mode.of(versions.get(i).value()).isNull()) {
                    return versions.subList(i + 1, versions.size());
                }
            }
            return versions;
        }

        private static Version version(
                String name, VersionId id, KeyVersions.Known known, Entry entry) {
            Optional<Manifest> manifest = KeyVersions.manifestOf(entry);
            Instant created =
                    manifest.map(Manifest::created)
                            .or(() -> MarkerCodec.created(entry.value()))
                            .orElse(Instant.EPOCH);
            Mode mode = Mode.of(entry.value());
            return new Version(name, id, known.isLatest(entry), mode, created, manifest);
        }

        private Optional<Result> full() {
            return Optional.of(new Page(versions, groups, Optional.of(last)));
        }

        private Optional<String> groupOf(String name) {
            return ObjectLister.groupOf(name, request.prefix(), request.delimiter());
        }
    }
}
