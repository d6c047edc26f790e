package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ContinuationTokens;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.ListingFormat;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.Timestamps;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.Marker;
import io.giza.gateway.service.UploadService.PartEntry;
import io.giza.gateway.service.UploadService.PartsRequest;
import io.giza.gateway.service.UploadService.PartsResult;
import io.giza.gateway.service.UploadService.UploadEntry;
import io.giza.gateway.service.UploadService.UploadsRequest;
import io.giza.gateway.service.UploadService.UploadsResult;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.UploadId;

import java.io.IOException;
import java.util.Optional;

/** ListParts and ListMultipartUploads. */
public final class UploadListHandler {
    private final UploadService uploads;
    private final Buckets buckets;

    public UploadListHandler(UploadService uploads, Buckets buckets) {
        this.uploads = uploads;
        this.buckets = buckets;
    }

    /**
     * ListParts: the visible parts of an open upload by number, at most 1,000 a page.
     *
     * @throws S3Exception NoSuchUpload once the upload is over
     */
    public void parts(Call call, Reply reply) throws IOException {
        Query query = call.query();
        ListingFormat format = ListingFormat.of(query);
        UploadId id = buckets.validatedAfterBucket(call, () -> UploadIds.requested(call));
        int limit = ContinuationTokens.limit(query, "max-parts", ListingFormat.MAX_PAGE);
        String marker = "part-number-marker";
        boolean isFirstPage = query.first(marker).orElse("").isEmpty();
        int after = isFirstPage ? 0 : ContinuationTokens.limit(query, marker, Integer.MAX_VALUE);
        var request = new PartsRequest(call.target(), id, after, limit);
        PartsResult.Page page =
                switch (uploads.listParts(request)) {
                    case PartsResult.Page found -> found;
                    case PartsResult.Failed(Failure failure) ->
                            throw UploadIds.error(call, failure);
                };
        XmlWriter document =
                XmlWriter.document("ListPartsResult")
                        .element("Bucket", call.resource().bucket())
                        .element("Key", format.name(call.resource().key()))
                        .element("UploadId", id.toString())
                        .element("PartNumberMarker", Integer.toString(after));
        if (!page.parts().isEmpty()) {
            document.element(
                    "NextPartNumberMarker", Integer.toString(page.parts().getLast().number()));
        }
        document.element("MaxParts", Integer.toString(limit))
                .element("IsTruncated", Boolean.toString(page.more()));
        format.writeEncoding(document);
        page.parts().forEach(part -> write(document, page.upload(), part));
        writeOwners(document, call.access(), page.upload());
        describe(document, page.upload());
        reply.xml(200, document);
    }

    private static void write(XmlWriter document, Upload upload, PartEntry part) {
        Manifest manifest = part.manifest();
        document.open("Part")
                .element("PartNumber", Integer.toString(part.number()))
                .element("LastModified", Timestamps.text(manifest.created()))
                .element("ETag", EntityTag.quote(manifest.etag()))
                .element("Size", Long.toString(manifest.size()));
        UploadChecksums.reported(upload, manifest)
                .forEach(
                        (name, value) ->
                                document.element(
                                        ChecksumAlgorithm.ofStored(name).element(), value));
        document.close();
    }

    private static void writeOwners(XmlWriter document, Access owners, Upload upload) {
        Owner owner = owners.ownerOf(upload.acl());
        owner.write(document, "Initiator");
        owner.write(document);
    }

    private static void describe(XmlWriter document, Upload upload) {
        document.element("StorageClass", ObjectHeaders.storageClass(upload.headers()));
        upload.checksum()
                .ifPresent(
                        kind ->
                                document.element(
                                                "ChecksumAlgorithm",
                                                UploadChecksums.algorithm(kind).name())
                                        .element("ChecksumType", kind.type().name()));
    }

    /** ListMultipartUploads: open uploads by key, at most 1,000 uploads and groups a page. */
    public void uploads(Call call, Reply reply) throws IOException {
        Query query = call.query();
        ListingFormat format = ListingFormat.of(query);
        int limit = ContinuationTokens.limit(query, "max-uploads", ListingFormat.MAX_PAGE);
        UploadsRequest request =
                new UploadsRequest(
                        call.account(),
                        call.resource().bucket(),
                        query.first("prefix").orElse(""),
                        query.first("delimiter").orElse(""),
                        marker(query),
                        limit);
        UploadsResult.Page page =
                switch (uploads.listUploads(request)) {
                    case UploadsResult.Page found -> found;
                    case UploadsResult.Failed(Failure failure) ->
                            throw UploadIds.error(call, failure);
                };
        reply.xml(200, document(request, page, format, call.access()));
    }

    private static XmlWriter document(
            UploadsRequest request, UploadsResult.Page page, ListingFormat format, Access owners) {
        XmlWriter document =
                XmlWriter.document("ListMultipartUploadsResult")
                        .element("Bucket", request.bucket())
                        .element("KeyMarker", format.name(request.after().key()))
                        .element("UploadIdMarker", uploadId(request.after()));
        page.next()
                .ifPresent(
                        next ->
                                document.element("NextKeyMarker", format.name(next.key()))
                                        .element("NextUploadIdMarker", uploadId(next)));
        format.writeRequest(document, "MaxUploads", request.limit());
        document.element("IsTruncated", Boolean.toString(page.next().isPresent()));
        page.uploads().forEach(upload -> write(document, upload, format, owners));
        format.writeGroups(document, page.commonPrefixes());
        return document;
    }

    private static String uploadId(Marker marker) {
        return marker.upload().map(UploadId::toString).orElse("");
    }

    /** An upload's id without a key says nothing, as in S3. */
    private static Marker marker(Query query) {
        String key = query.first("key-marker").orElse("");
        String upload = query.first("upload-id-marker").orElse("");
        if (key.isEmpty() || upload.isEmpty()) {
            return new Marker(key, Optional.empty());
        }
        UploadId id =
                UploadId.parse(upload)
                        .orElseThrow(
                                () ->
                                        new S3Exception(
                                                        S3Error.INVALID_ARGUMENT,
                                                        "Invalid uploadId marker")
                                                .with("ArgumentName", "upload-id-marker")
                                                .with("ArgumentValue", upload));
        return new Marker(key, Optional.of(id));
    }

    private static void write(
            XmlWriter document, UploadEntry entry, ListingFormat format, Access owners) {
        document.open("Upload")
                .element("Key", format.name(entry.key()))
                .element("UploadId", entry.id().toString());
        writeOwners(document, owners, entry.upload());
        document.element("Initiated", Timestamps.text(entry.upload().initiated()));
        describe(document, entry.upload());
        document.close();
    }
}
