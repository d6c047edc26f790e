package io.giza.gateway.listing;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.listing.GroupedListing.Position;
import io.giza.gateway.listing.GroupedListing.Result;
import io.giza.gateway.listing.GroupedListing.RowContent;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ListResult.Entry;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.NamedRow;

import java.util.Collections;
import java.util.List;

/** Lists objects: fill a page, then confirm that the bucket still stood, as a get does. */
public final class ObjectLister {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;

    public ObjectLister(Cluster cluster, BucketDirectory buckets, VersionResolver resolver) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = resolver;
    }

    /** Lists one page. */
    public ListResult list(ListRequest request) {
        return ReplacedBucketRetry.attempt(
                () -> listOnce(request), Failure.BucketReplaced.class::isInstance);
    }

    private ListResult listOnce(ListRequest request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (buckets.find(request.account(), request.bucket(), deadline)) {
            case BucketLookup.NotFound notFound -> notFound.toFailure();
            case BucketLookup.Known known -> {
                ListResult result = page(request, known.record());
                yield result instanceof ListResult.Page
                        ? BucketScope.failureAfterRead(buckets, request.bucket(), known.record())
                                .<ListResult>map(failure -> failure)
                                .orElse(result)
                        : result;
            }
        };
    }

    private ListResult page(ListRequest request, BucketRecord bucket) {
        var range =
                new GroupedListing.Range(
                        bucket.id(),
                        request.prefix(),
                        request.delimiter(),
                        request.after(),
                        false,
                        request.limit());
        var listing = new GroupedListing<>(cluster, range, row -> content(bucket, row));
        return switch (listing.fill()) {
            case Result.Unavailable<Entry>(String detail) -> new Failure.Unavailable(detail);
            case Result.Page<Entry>(var objects, var groups, var next) ->
                    new ListResult.Page(objects, groups, next.map(ObjectLister::nameOf));
        };
    }

    private RowContent<Entry> content(BucketRecord bucket, NamedRow named) {
        return switch (resolver.newest(new ObjectKey(bucket.id(), named.name()), named.row())) {
            case ResolvedVersion.Gone _ -> new RowContent.Listed<>(Collections.emptyIterator());
            case ResolvedVersion.Undecided undecided ->
                    new RowContent.Undecided<>(undecided.detail());
            case ResolvedVersion.Live live ->
                    new RowContent.Listed<>(
                            List.of(new Entry(named.name(), live.manifest())).iterator());
        };
    }

    private static String nameOf(Position<Entry> position) {
        return switch (position) {
            case Position.AtEntry<Entry>(Entry entry) -> entry.key();
            case Position.AtGroup<Entry>(String group) -> group;
        };
    }
}
