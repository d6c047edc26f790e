package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.model.BucketRecord.Versioning;

import java.io.IOException;

/** What a bucket does about versions: PutBucketVersioning and GetBucketVersioning. */
public final class VersioningHandler {
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;
    private static final String ROOT = "VersioningConfiguration";

    private final BucketService buckets;

    public VersioningHandler(BucketService buckets) {
        this.buckets = buckets;
    }

    /**
     * PutBucketVersioning: Enabled or Suspended; all that begins after the answer goes by it.
     *
     * @throws S3Exception IllegalVersioningConfigurationException without a status, MalformedXML
     *     for an unknown one, NotImplemented if it asks for MfaDelete
     */
    public void put(Call call, Reply reply) throws IOException {
        Element document =
                call.read(call.body(MAX_DOCUMENT_BYTES), bytes -> XmlReader.parse(bytes, ROOT));
        if (document.first("MfaDelete").filter("Enabled"::equals).isPresent()) {
            throw Refusal.element("MfaDelete");
        }
        Versioning versioning = requestedState(document);
        String name = call.resource().bucket();
        switch (buckets.setVersioning(call.account(), name, versioning, call.operation())) {
            case VersioningResult.Changed _ -> reply.empty(200);
            case VersioningResult.Conflict() -> throw new S3Exception(S3Error.INVALID_BUCKET_STATE);
            case VersioningResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case VersioningResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        }
    }

    private static Versioning requestedState(Element document) {
        String status =
                document.first("Status")
                        .orElseThrow(
                                () -> new S3Exception(S3Error.ILLEGAL_VERSIONING_CONFIGURATION));
        return switch (status.strip()) {
            case "Enabled" -> Versioning.ENABLED;
            case "Suspended" -> Versioning.SUSPENDED;
            default -> throw new S3Exception(S3Error.MALFORMED_XML);
        };
    }

    /** GetBucketVersioning: no status is answered for a bucket that was never versioned. */
    public void get(Call call, Reply reply) throws IOException {
        Bucket bucket =
                switch (buckets.find(call.account(), call.resource().bucket())) {
                    case FindResult.Found(Bucket found) -> found;
                    case FindResult.Absent() -> throw Failures.noSuchBucket(call.resource());
                    case FindResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
                    case Unavailable failure -> throw Failures.toError(failure, call.resource());
                };
        XmlWriter document = XmlWriter.document(ROOT);
        switch (bucket.versioning()) {
            case UNVERSIONED -> {}
            case ENABLED -> document.element("Status", "Enabled");
            case SUSPENDED -> document.element("Status", "Suspended");
        }
        reply.xml(200, document);
    }
}
