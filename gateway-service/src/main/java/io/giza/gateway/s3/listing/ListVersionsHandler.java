package io.giza.gateway.s3.listing;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ContinuationTokens;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ListingFormat;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.Timestamps;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.VersionListing.Marker;
import io.giza.gateway.service.VersionListing.Page;
import io.giza.gateway.service.VersionListing.Version;
import io.giza.model.Manifest;
import io.giza.model.VersionName;

import java.io.IOException;
import java.util.Optional;

/** ListObjectVersions. */
public final class ListVersionsHandler {
    private static final String KEY_MARKER = "key-marker";
    private static final String VERSION_MARKER = "version-id-marker";

    private final ObjectService objects;

    public ListVersionsHandler(ObjectService objects) {
        this.objects = objects;
    }

    /**
     * Answers a page of versions and delete markers: keys in order, of each the newest first.
     *
     * @throws S3Exception InvalidArgument for a marker of a version that is none, or has no key
     */
    public void list(Call call, Reply reply) throws IOException {
        Query query = call.query();
        ListingFormat format = ListingFormat.of(query);
        int limit = ContinuationTokens.limit(query, "max-keys", ListingFormat.MAX_PAGE);
        VersionListing.Request request =
                new VersionListing.Request(
                        call.account(),
                        call.resource().bucket(),
                        query.first("prefix").orElse(""),
                        query.first("delimiter").orElse(""),
                        marker(query),
                        limit);
        Page page =
                switch (objects.listVersions(request)) {
                    case Page found -> found;
                    case VersionListing.Failed(Failure failure) ->
                            throw Failures.toError(failure, call.resource());
                };
        reply.xml(200, document(request, page, format, call.access()));
    }

    private static XmlWriter document(
            VersionListing.Request request, Page page, ListingFormat format, Access owners) {
        Marker after = request.after();
        XmlWriter document = XmlWriter.document("ListVersionsResult");
        document.element("Name", request.bucket());
        format.writeRequest(document, "MaxKeys", request.limit());
        document.element("KeyMarker", format.name(after.key()))
                .element("VersionIdMarker", after.version().map(VersionName::toString).orElse(""))
                .element("IsTruncated", Boolean.toString(page.next().isPresent()));
        page.next().ifPresent(next -> writeNext(document, next, format));
        page.versions().forEach(version -> write(document, version, format, owners));
        format.writeGroups(document, page.commonPrefixes());
        return document;
    }

    private static void writeNext(XmlWriter document, Marker next, ListingFormat format) {
        document.element("NextKeyMarker", format.name(next.key()));
        next.version()
                .ifPresent(version -> document.element("NextVersionIdMarker", version.toString()));
    }

    private static Marker marker(Query query) {
        String key = query.first(KEY_MARKER).orElse("");
        Optional<String> version = query.first(VERSION_MARKER);
        if (version.isEmpty()) {
            return new Marker(key, Optional.empty());
        }
        if (!query.has(KEY_MARKER)) {
            throw invalid("A version-id marker cannot be specified without a key marker.", "");
        }
        if (version.get().isEmpty()) {
            throw invalid("A version-id marker cannot be empty.", "");
        }
        return new Marker(
                key,
                Optional.of(
                        VersionName.parse(version.get())
                                .orElseThrow(
                                        () ->
                                                invalid(
                                                        "Invalid version id specified",
                                                        version.get()))));
    }

    private static S3Exception invalid(String message, String value) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                .with("ArgumentName", VERSION_MARKER)
                .with("ArgumentValue", value);
    }

    private static void write(
            XmlWriter document, Version version, ListingFormat format, Access owners) {
        Optional<Manifest> manifest = version.manifest();
        document.open(manifest.isPresent() ? "Version" : "DeleteMarker")
                .element("Key", format.name(version.key()))
                .element("VersionId", version.name().toString())
                .element("IsLatest", Boolean.toString(version.isLatest()))
                .element("LastModified", Timestamps.text(version.created()));
        manifest.ifPresent(known -> ListedObject.write(document, known));
        owners.ownerOf(manifest.flatMap(Manifest::acl)).write(document);
        document.close();
    }
}
