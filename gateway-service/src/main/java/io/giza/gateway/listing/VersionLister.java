package io.giza.gateway.listing;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.listing.GroupedListing.Position;
import io.giza.gateway.listing.GroupedListing.RowContent;
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

import java.time.Instant;
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
        Result result = page(request, bucket);
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

    private Result page(Request request, BucketRecord bucket) {
        Marker after = request.after();
        var range =
                new GroupedListing.Range(
                        bucket.id(),
                        request.prefix(),
                        request.delimiter(),
                        after.key(),
                        after.version().isPresent(),
                        request.limit());
        var listing = new GroupedListing<>(cluster, range, row -> content(range, after, row));
        return switch (listing.fill()) {
            case GroupedListing.Result.Unavailable<Version>(String detail) -> unavailable(detail);
            case GroupedListing.Result.Page<Version>(var versions, var groups, var next) ->
                    new Page(versions, groups, next.map(VersionLister::markerOf));
        };
    }

    private static Marker markerOf(Position<Version> position) {
        return switch (position) {
            case Position.AtEntry<Version>(Version version) ->
                    new Marker(version.key(), Optional.of(version.name()));
            case Position.AtGroup<Version>(String group) -> new Marker(group, Optional.empty());
        };
    }

    private RowContent<Version> content(GroupedListing.Range range, Marker after, NamedRow named) {
        String name = named.name();
        return switch (keys.resolve(new ObjectKey(range.bucket(), name), named.row())) {
            case KeyVersions.Undecided undecided -> new RowContent.Undecided<>(undecided.detail());
            case KeyVersions.Known known -> {
                // A marker within a group means nothing: its versions are not listed one by one.
                boolean isMarked = name.equals(after.key()) && range.groupOf(name).isEmpty();
                List<Entry> entries =
                        isMarked ? afterMarker(after.version(), known) : known.versions();
                yield new RowContent.Listed<>(
                        entries.stream().map(entry -> version(name, known, entry)).iterator());
            }
        };
    }

    private static List<Entry> afterMarker(Optional<VersionName> marker, KeyVersions.Known known) {
        if (marker.isEmpty()) {
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

    private static Version version(String name, KeyVersions.Known known, Entry entry) {
        Optional<Manifest> manifest = KeyVersions.manifestOf(entry);
        Instant created =
                manifest.map(Manifest::created)
                        .or(() -> MarkerCodec.created(entry.value()))
                        .orElse(Instant.EPOCH);
        return new Version(
                name,
                VersionNames.idOf(known.row(), entry),
                known.isLatest(entry),
                Mode.of(entry.value()),
                created,
                manifest);
    }
}
