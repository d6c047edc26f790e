package io.giza.gateway.upload;

import io.giza.commit.KeyLister;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.listing.KeyGroups;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService.Marker;
import io.giza.gateway.service.UploadService.PartEntry;
import io.giza.gateway.service.UploadService.PartsRequest;
import io.giza.gateway.service.UploadService.PartsResult;
import io.giza.gateway.service.UploadService.UploadEntry;
import io.giza.gateway.service.UploadService.UploadsRequest;
import io.giza.gateway.service.UploadService.UploadsResult;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Listings of parts and uploads: pages of rows, as a quorum knows them. */
final class UploadLister {
    private static final int SCAN = 1000;

    private final Cluster cluster;
    private final UploadLog log;
    private final PartRows parts;

    UploadLister(Cluster cluster, UploadLog log) {
        this.cluster = cluster;
        this.log = log;
        this.parts = new PartRows(cluster, new VersionResolver(cluster));
    }

    PartsResult parts(PartsRequest request, BucketId bucket) {
        Deadline deadline = cluster.after(cluster.settings().read());
        var key = UploadRows.upload(bucket, request.target().key(), request.upload());
        return switch (log.find(key, deadline)) {
            case UploadLog.Missing _ -> new PartsResult.Failed(new Failure.NoSuchUpload());
            case UploadLog.Unreachable unreachable ->
                    new PartsResult.Failed(new Failure.Unavailable(unreachable.detail()));
            case UploadLog.Found found ->
                    switch (found.record().state()) {
                        case UploadRecord.Open _, UploadRecord.Completing _ ->
                                parts(request, bucket, found.record().upload());
                        case UploadRecord.Completed _ ->
                                new PartsResult.Failed(new Failure.NoSuchUpload());
                        case UploadRecord.Aborted _ ->
                                new PartsResult.Failed(log.abortedFailure(found, deadline));
                    };
        };
    }

    private PartsResult parts(PartsRequest request, BucketId bucket, Upload upload) {
        if (request.limit() == 0 || request.after() >= UploadRows.MAX_PART) {
            return new PartsResult.Page(upload, List.of(), false);
        }
        var wanted = new PartRows.PartQuery(bucket, request.upload(), request.after(), _ -> true);
        return switch (parts.read(wanted, request.limit())) {
            case PartRows.Unavailable(String detail) ->
                    new PartsResult.Failed(new Failure.Unavailable(detail));
            case PartRows.Parts(var stored, boolean more) ->
                    new PartsResult.Page(
                            upload,
                            stored.stream()
                                    .map(each -> new PartEntry(each.number(), each.manifest()))
                                    .toList(),
                            more);
        };
    }

    private static boolean isUnfinished(UploadRecord record) {
        return switch (record.state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ -> true;
            case UploadRecord.Completed _, UploadRecord.Aborted _ -> false;
        };
    }

    UploadsResult uploads(UploadsRequest request, BucketId bucket) {
        return request.limit() == 0
                ? new UploadsResult.Page(List.of(), List.of(), Optional.empty())
                : new PageBuilder(request, bucket).build();
    }

    /** One page being filled. */
    private final class PageBuilder {
        private final UploadsRequest request;
        private final BucketId bucket;
        private final List<UploadEntry> uploads = new ArrayList<>();
        private final List<String> groups = new ArrayList<>();
        private Marker last;
        private String openGroup = "";

        PageBuilder(UploadsRequest request, BucketId bucket) {
            this.request = request;
            this.bucket = bucket;
            this.last = request.after();
        }

        UploadsResult build() {
            Optional<Scan> next = first();
            while (next.isPresent()) {
                Deadline deadline = cluster.after(cluster.settings().read());
                var result = cluster.metadata().lister().list(next.get(), deadline);
                if (!(result instanceof KeyLister.Rows rows)) {
                    return new UploadsResult.Failed(new Failure.Unavailable("no quorum answered"));
                }
                for (NamedRow row : rows.rows()) {
                    if (!take(row)) {
                        return new UploadsResult.Page(uploads, groups, Optional.of(last));
                    }
                }
                next = rows.more() ? following(rows.rows().getLast().name()) : Optional.empty();
            }
            return new UploadsResult.Page(uploads, groups, Optional.empty());
        }

        /** Begins after the marker: after one upload of its key, all of them, or all of a group. */
        private Optional<Scan> first() {
            Marker after = request.after();
            Optional<UploadId> upload = after.upload();
            if (upload.isPresent()) {
                return Optional.of(
                        scan(UploadRows.upload(bucket, after.key(), upload.get()).name(), false));
            }
            if (after.key().isEmpty()) {
                return Optional.of(scan("", true));
            }
            boolean isGroup = groupOf(after.key()).filter(after.key()::equals).isPresent();
            return KeyGroups.firstAfterPrefix(
                            isGroup
                                    ? UploadRows.prefixOfUploads(after.key())
                                    : UploadRows.prefixOfKey(after.key()))
                    .map(past -> scan(past, true));
        }

        private Optional<Scan> following(String lastRead) {
            String group = UploadRows.prefixOfUploads(openGroup);
            return !openGroup.isEmpty() && lastRead.startsWith(group)
                    ? KeyGroups.firstAfterPrefix(group).map(past -> scan(past, true))
                    : Optional.of(scan(lastRead, false));
        }

        private Scan scan(String from, boolean inclusive) {
            String prefix = UploadRows.prefixOfUploads(request.prefix());
            return new Scan(bucket.uploads(), prefix, from, inclusive, SCAN);
        }

        private Optional<String> groupOf(String key) {
            return KeyGroups.groupOf(key, request.prefix(), request.delimiter());
        }

        /** Takes a row into the page; false if that is full. */
        private boolean take(NamedRow row) {
            Optional<UploadRows.UploadName> named = UploadRows.parse(row.name());
            Optional<UploadRecord> record =
                    UploadLog.newest(row.row()).filter(UploadLister::isUnfinished);
            if (named.isEmpty() || record.isEmpty()) {
                return true;
            }
            String key = named.get().key();
            Optional<String> group = groupOf(key);
            if (group.isPresent() && group.get().equals(openGroup)) {
                return true;
            }
            if (uploads.size() + groups.size() == request.limit()) {
                return false;
            }
            if (group.isPresent()) {
                groups.add(group.get());
                openGroup = group.get();
                last = new Marker(group.get(), Optional.empty());
            } else {
                UploadId id = named.get().id();
                uploads.add(new UploadEntry(key, id, record.get().upload()));
                last = new Marker(key, Optional.of(id));
            }
            return true;
        }
    }
}
