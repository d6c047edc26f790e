package io.giza.gateway.s3.listing;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ContinuationTokens;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.ListRequest;
import io.giza.gateway.service.ObjectService.ListResult;
import io.giza.gateway.service.ObjectService.ListResult.Page;
import io.giza.model.Manifest;

import java.io.IOException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** ListObjects in both versions. */
public final class ListHandler {
    static final int MAX_KEYS = 1000;

    private final ObjectService objects;

    public ListHandler(ObjectService objects) {
        this.objects = objects;
    }

    public void listV2(Call call, Reply reply) throws IOException {
        Query query = call.query();
        if (!query.first("list-type").orElse("").equals("2")) {
            throw invalid("list-type", "Only list-type 2 is known");
        }
        UnaryOperator<String> coding = coding(query);
        Optional<String> token = query.first("continuation-token");
        String startAfter = query.first("start-after").orElse("");
        int limit = ContinuationTokens.limit(query, "max-keys", MAX_KEYS);
        Page page = page(call, token.map(ContinuationTokens::decode).orElse(startAfter), limit);
        XmlWriter document = XmlWriter.document("ListBucketResult");
        document.element("Name", call.resource().bucket());
        describe(document, query, coding, limit);
        document.element(
                "KeyCount", Integer.toString(page.objects().size() + page.commonPrefixes().size()));
        if (!startAfter.isEmpty()) {
            document.element("StartAfter", coding.apply(startAfter));
        }
        token.ifPresent(text -> document.element("ContinuationToken", text));
        page.next()
                .ifPresent(
                        next ->
                                document.element(
                                        "NextContinuationToken", ContinuationTokens.encode(next)));
        boolean owner = query.first("fetch-owner").orElse("").equalsIgnoreCase("true");
        write(document, page, coding, owner ? Optional.of(owner(call)) : Optional.empty());
        reply.xml(200, document);
    }

    public void listV1(Call call, Reply reply) throws IOException {
        Query query = call.query();
        UnaryOperator<String> coding = coding(query);
        String marker = query.first("marker").orElse("");
        int limit = ContinuationTokens.limit(query, "max-keys", MAX_KEYS);
        Page page = page(call, marker, limit);
        XmlWriter document = XmlWriter.document("ListBucketResult");
        document.element("Name", call.resource().bucket());
        describe(document, query, coding, limit);
        document.element("Marker", coding.apply(marker));
        page.next().ifPresent(next -> document.element("NextMarker", coding.apply(next)));
        write(document, page, coding, Optional.of(owner(call)));
        reply.xml(200, document);
    }

    private Page page(Call call, String after, int limit) {
        ListRequest request =
                new ListRequest(
                        call.caller().account(),
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

    static void describe(XmlWriter document, Query query, UnaryOperator<String> coding, int limit) {
        document.element("Prefix", coding.apply(query.first("prefix").orElse("")));
        query.first("delimiter")
                .filter(delimiter -> !delimiter.isEmpty())
                .ifPresent(delimiter -> document.element("Delimiter", coding.apply(delimiter)));
        document.element("MaxKeys", Integer.toString(limit));
        query.first("encoding-type").ifPresent(type -> document.element("EncodingType", "url"));
    }

    private static void write(
            XmlWriter document, Page page, UnaryOperator<String> coding, Optional<Owner> owner) {
        document.element("IsTruncated", Boolean.toString(page.next().isPresent()));
        for (ListResult.Entry entry : page.objects()) {
            Manifest manifest = entry.manifest();
            document.open("Contents")
                    .element("Key", coding.apply(entry.key()))
                    .element(
                            "LastModified",
                            DateTimeFormatter.ISO_INSTANT.format(
                                    manifest.created().truncatedTo(ChronoUnit.SECONDS)));
            describe(document, manifest);
            owner.ifPresent(known -> known.write(document));
            document.close();
        }
        for (String prefix : page.commonPrefixes()) {
            document.open("CommonPrefixes").element("Prefix", coding.apply(prefix)).close();
        }
    }

    /** Writes what a listing says of a put besides its name and time. */
    static void describe(XmlWriter document, Manifest manifest) {
        document.element("ETag", EntityTag.quote(manifest.etag()));
        manifest.checksums().keySet().stream()
                .sorted()
                .forEach(
                        name ->
                                document.element(
                                        "ChecksumAlgorithm", name.toUpperCase(Locale.ROOT)));
        if (!manifest.checksums().isEmpty()) {
            document.element("ChecksumType", "FULL_OBJECT");
        }
        document.element("Size", Long.toString(manifest.size()))
                .element("StorageClass", "STANDARD");
    }

    /** Returns how keys are written: as they are, or percent-encoded where the client asks. */
    public static UnaryOperator<String> coding(Query query) {
        Optional<String> type = query.first("encoding-type");
        if (type.isEmpty()) {
            return UnaryOperator.identity();
        }
        if (!type.get().equalsIgnoreCase("url")) {
            throw invalid("encoding-type", "Invalid Encoding Method specified in Request");
        }
        return PercentCoding::encodePath;
    }

    private static Owner owner(Call call) {
        return Owner.of(call.caller().account().name());
    }

    private static S3Exception invalid(String parameter, String message) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, message).with("ArgumentName", parameter);
    }
}
