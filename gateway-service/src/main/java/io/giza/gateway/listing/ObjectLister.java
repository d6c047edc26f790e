package io.giza.gateway.listing;

import io.giza.commit.KeyLister;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.ListRequest;
import io.giza.gateway.service.ObjectService.ListResult;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists objects: page through rows of a quorum, grouping keys below the delimiter and skipping the
 * rest of a group by seeking past it, unless the next row that was read already is beyond it; then
 * confirm that the bucket still stood, as a get does.
 */
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
                ListResult result = new PageBuilder(request, known.record()).build();
                yield result instanceof ListResult.Page
                        ? BucketScope.failureAfterRead(buckets, request.bucket(), known.record())
                                .<ListResult>map(failure -> failure)
                                .orElse(result)
                        : result;
            }
        };
    }

    /** One page being filled. */
    private final class PageBuilder {
        private final ListRequest request;
        private final BucketRecord bucket;
        private final List<ListResult.Entry> objects = new ArrayList<>();
        private final List<String> groups = new ArrayList<>();
        private String last;
        private String openGroup = "";

        PageBuilder(ListRequest request, BucketRecord bucket) {
            this.request = request;
            this.bucket = bucket;
            this.last = request.after();
        }

        ListResult build() {
            if (request.limit() == 0) {
                return new ListResult.Page(List.of(), List.of(), Optional.empty());
            }
            Optional<Scan> next = first();
            while (next.isPresent()) {
                // A page that takes long is as consistent as a short one: each key by itself is.
                Deadline deadline = cluster.after(cluster.settings().read());
                var result = cluster.metadata().lister().list(next.get(), deadline);
                if (!(result instanceof KeyLister.Rows rows)) {
                    return new Failure.Unavailable("no quorum answered");
                }
                int before = wanted();
                int skipped = 0;
                for (NamedRow named : rows.rows()) {
                    if (isInOpenGroup(named.name())) {
                        skipped++;
                        continue;
                    }
                    switch (take(named)) {
                        case TakeResult.Next _ -> {}
                        case TakeResult.Full _ -> {
                            return new ListResult.Page(objects, groups, Optional.of(last));
                        }
                        case TakeResult.Failed failed -> {
                            return failed.failure();
                        }
                    }
                }
                var use = new ScanSize.PageUsage(rows.rows().size(), skipped, before - wanted());
                next = rows.more() ? following(rows, use) : Optional.empty();
            }
            return new ListResult.Page(objects, groups, Optional.empty());
        }

        private int wanted() {
            return request.limit() - objects.size() - groups.size() + 1;
        }

        private boolean isInOpenGroup(String name) {
            return !openGroup.isEmpty() && name.startsWith(openGroup);
        }

        private Optional<Scan> first() {
            int size = ScanSize.first(wanted(), !request.delimiter().isEmpty());
            Optional<String> group = groupOf(request.after());
            return group.isPresent() && group.get().equals(request.after())
                    ? firstAfterPrefix(request.after()).map(first -> scan(first, true, size))
                    : Optional.of(scan(request.after(), false, size));
        }

        private Optional<Scan> following(KeyLister.Rows rows, ScanSize.PageUsage use) {
            int size = ScanSize.next(wanted(), use);
            String lastRead = rows.rows().getLast().name();
            return isInOpenGroup(lastRead)
                    ? firstAfterPrefix(openGroup).map(first -> scan(first, true, size))
                    : Optional.of(scan(lastRead, false, size));
        }

        private Scan scan(String from, boolean inclusive, int size) {
            return new Scan(bucket.id(), request.prefix(), from, inclusive, size);
        }

        private TakeResult take(NamedRow named) {
            var current = resolver.newest(new ObjectKey(bucket.id(), named.name()), named.row());
            return switch (current) {
                case ResolvedVersion.Gone _ -> new TakeResult.Next();
                case ResolvedVersion.Undecided undecided ->
                        new TakeResult.Failed(
                                new Failure.Unavailable(
                                        "key '" + named.name() + "': " + undecided.detail()));
                case ResolvedVersion.Live live -> add(named.name(), live);
            };
        }

        private TakeResult add(String name, ResolvedVersion.Live live) {
            if (objects.size() + groups.size() == request.limit()) {
                return new TakeResult.Full();
            }
            Optional<String> group = groupOf(name);
            if (group.isEmpty()) {
                objects.add(new ListResult.Entry(name, live.manifest()));
                last = name;
                return new TakeResult.Next();
            }
            groups.add(group.get());
            openGroup = group.get();
            last = group.get();
            return new TakeResult.Next();
        }

        private Optional<String> groupOf(String name) {
            return ObjectLister.groupOf(name, request.prefix(), request.delimiter());
        }
    }

    /** Returns the group that a key belongs to: itself up to the delimiter after the prefix. */
    public static Optional<String> groupOf(String name, String prefix, String delimiter) {
        if (delimiter.isEmpty() || !name.startsWith(prefix)) {
            return Optional.empty();
        }
        int at = name.indexOf(delimiter, prefix.length());
        return at < 0 ? Optional.empty() : Optional.of(name.substring(0, at + delimiter.length()));
    }

    /** What taking a key into the page led to. */
    private sealed interface TakeResult {
        record Next() implements TakeResult {}

        record Full() implements TakeResult {}

        record Failed(Failure failure) implements TakeResult {}
    }

    /**
     * Returns the least string above all that begin with {@code prefix}: its last code point goes
     * up by one. Empty if none is: all its code points are the last one.
     */
    public static Optional<String> firstAfterPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int codePoint = prefix.codePointBefore(end);
            int start = end - Character.charCount(codePoint);
            if (codePoint < Character.MAX_CODE_POINT) {
                int next = codePoint + 1 == Character.MIN_SURROGATE ? 0xE000 : codePoint + 1;
                return Optional.of(
                        new StringBuilder(prefix.substring(0, start))
                                .appendCodePoint(next)
                                .toString());
            }
            end = start;
        }
        return Optional.empty();
    }
}
