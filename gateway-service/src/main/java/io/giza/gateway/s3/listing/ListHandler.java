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
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ListResult.Page;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.Manifest;

import java.io.IOException;
import java.util.Optional;

/** ListObjects in both versions. */
public final class ListHandler {
    private final ObjectService objects;

    public ListHandler(ObjectService objects) {
        this.objects = objects;
    }

    /**
     * ListObjectsV2: at most 1,000 keys and groups a page, in the order of their UTF-8 bytes.
     *
     * @throws S3Exception InvalidArgument for a parameter or a token that cannot be read
     */
    public void listV2(Call call, Reply reply) throws IOException {
        Query query = call.query();
        if (!query.first("list-type").orElse("").equals("2")) {
            throw invalid("list-type", "Only list-type 2 is known");
        }
        ListingFormat format = ListingFormat.of(query);
        Optional<String> token = query.first("continuation-token");
        String startAfter = query.first("start-after").orElse("");
        int limit = ContinuationTokens.limit(query, "max-keys", ListingFormat.MAX_PAGE);
        Page page = page(call, token.map(ContinuationTokens::decode).orElse(startAfter), limit);
        XmlWriter document = XmlWriter.document("ListBucketResult");
        document.element("Name", call.resource().bucket());
        format.writeRequest(document, "MaxKeys", limit);
        document.element(
                "KeyCount", Integer.toString(page.objects().size() + page.commonPrefixes().size()));
        if (!startAfter.isEmpty()) {
            document.element("StartAfter", format.name(startAfter));
        }
        token.ifPresent(text -> document.element("ContinuationToken", text));
        page.next()
                .ifPresent(
                        next ->
                                document.element(
                                        "NextContinuationToken", ContinuationTokens.encode(next)));
        boolean owner = query.first("fetch-owner").orElse("").equalsIgnoreCase("true");
        write(document, page, format, owner ? Optional.of(call.access()) : Optional.empty());
        reply.xml(200, document);
    }

    /** ListObjects, which continues behind a key instead of a token, and always names owners. */
    public void listV1(Call call, Reply reply) throws IOException {
        Query query = call.query();
        ListingFormat format = ListingFormat.of(query);
        String marker = query.first("marker").orElse("");
        int limit = ContinuationTokens.limit(query, "max-keys", ListingFormat.MAX_PAGE);
        Page page = page(call, marker, limit);
        XmlWriter document = XmlWriter.document("ListBucketResult");
        document.element("Name", call.resource().bucket());
        format.writeRequest(document, "MaxKeys", limit);
        document.element("Marker", format.name(marker));
        page.next().ifPresent(next -> document.element("NextMarker", format.name(next)));
        write(document, page, format, Optional.of(call.access()));
        reply.xml(200, document);
    }

    private Page page(Call call, String after, int limit) {
        ListRequest request =
                new ListRequest(
                        call.account(),
                        call.resource().bucket(),
                        call.query().first("prefix").orElse(""),
                        call.query().first("delimiter").orElse(""),
                        after,
                        limit);
        return switch (objects.list(request)) {
            // An empty page has no next one, or a client would ask for it forever.
            case Page page ->
                    limit == 0
                            ? new Page(page.objects(), page.commonPrefixes(), Optional.empty())
                            : page;
            case Failure failure -> throw Failures.toError(failure, call.resource());
        };
    }

    private static void write(
            XmlWriter document, Page page, ListingFormat format, Optional<Access> owners) {
        document.element("IsTruncated", Boolean.toString(page.next().isPresent()));
        for (ListResult.Entry entry : page.objects()) {
            Manifest manifest = entry.manifest();
            document.open("Contents")
                    .element("Key", format.name(entry.key()))
                    .element("LastModified", Timestamps.text(manifest.created()));
            ListedObject.write(document, manifest);
            owners.ifPresent(each -> each.ownerOf(manifest.acl()).write(document));
            document.close();
        }
        format.writeGroups(document, page.commonPrefixes());
    }

    private static S3Exception invalid(String parameter, String message) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message).with("ArgumentName", parameter);
    }
}
