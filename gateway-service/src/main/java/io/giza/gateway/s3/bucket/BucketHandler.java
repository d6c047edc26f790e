package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.access.BucketAclHandler;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ContinuationTokens;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.BucketsResult;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Utf8Order;

import java.io.IOException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The operations on buckets. */
public final class BucketHandler {
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;
    private static final int MAX_BUCKETS = 10_000;

    private final BucketService buckets;
    private final BucketDocuments documents;
    private final BucketAclHandler acls;
    private final ObjectLockHandler locks;
    private final String region;

    /**
     * Makes the handler.
     *
     * @param region the region that buckets are said to be in
     */
    public BucketHandler(
            BucketService buckets,
            BucketDocuments documents,
            BucketAclHandler acls,
            ObjectLockHandler locks,
            String region) {
        this.buckets = buckets;
        this.documents = documents;
        this.acls = acls;
        this.locks = locks;
        this.region = region;
    }

    /** ListBuckets: the buckets of the caller's account, by name, in pages of at most 10,000. */
    public void list(Call call, Reply reply) throws IOException {
        List<Bucket> all =
                switch (buckets.list(call.account())) {
                    case BucketsResult.Buckets(List<Bucket> found) -> found;
                    case Unavailable failure -> throw Failures.toError(failure, call.resource());
                };
        String prefix = call.query().first("prefix").orElse("");
        String after =
                call.query().first("continuation-token").map(ContinuationTokens::decode).orElse("");
        int limit = limit(call.query());
        List<Bucket> page =
                all.stream()
                        .filter(bucket -> bucket.name().startsWith(prefix))
                        .filter(bucket -> Utf8Order.compare(bucket.name(), after) > 0)
                        .sorted((a, b) -> Utf8Order.compare(a.name(), b.name()))
                        .limit(limit + 1L)
                        .toList();
        XmlWriter document = XmlWriter.document("ListAllMyBucketsResult");
        Owner.of(call.account().name()).write(document);
        document.open("Buckets");
        for (Bucket bucket : page.subList(0, Math.min(limit, page.size()))) {
            document.open("Bucket")
                    .element("Name", bucket.name())
                    .element(
                            "CreationDate",
                            DateTimeFormatter.ISO_INSTANT.format(
                                    bucket.created().truncatedTo(ChronoUnit.SECONDS)))
                    .element("BucketRegion", region)
                    .close();
        }
        document.close();
        if (!prefix.isEmpty()) {
            document.element("Prefix", prefix);
        }
        if (page.size() > limit) {
            document.element(
                    "ContinuationToken", ContinuationTokens.encode(page.get(limit - 1).name()));
        }
        reply.xml(200, document);
    }

    private static int limit(Query query) {
        String text = query.first("max-buckets").orElse("");
        if (text.isEmpty()) {
            return MAX_BUCKETS;
        }
        boolean valid = text.matches("\\d{1,5}") && Integer.parseInt(text) >= 1;
        if (!valid || Integer.parseInt(text) > MAX_BUCKETS) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Argument max-buckets must be an integer between 1 and 10000.")
                    .with("ArgumentName", "max-buckets")
                    .with("ArgumentValue", text);
        }
        return Integer.parseInt(text);
    }

    /**
     * CreateBucket, with tags, an ownership, grants and object lock if the request names them.
     *
     * @throws S3Exception BucketAlreadyOwnedByYou, or BucketAlreadyExists where another account has
     *     the name
     */
    public void create(Call call, Reply reply) throws IOException {
        Tags tags = readConfiguration(call);
        BucketAclHandler.NewBucket access = acls.ofNew(call);
        CreateResult result =
                buckets.create(
                        call.account(),
                        call.resource().bucket(),
                        call.operation(),
                        locks.ofNew(call));
        switch (result) {
            case CreateResult.Created(Bucket bucket) -> {
                if (access.ownership() != ObjectOwnership.BUCKET_OWNER_ENFORCED) {
                    documents.keep(
                            call,
                            bucket.id(),
                            BucketConfiguration.OWNERSHIP,
                            access.ownership().document());
                }
                access.acl().ifPresent(list -> acls.keep(call, bucket, list));
                if (!tags.values().isEmpty()) {
                    documents.keep(call, bucket.id(), BucketConfiguration.TAGGING, tags.document());
                }
                reply.header("Location", "/" + bucket.name())
                        .header("x-amz-bucket-arn", arn(bucket.name()))
                        .empty(200);
            }
            case CreateResult.AlreadyYours(Bucket bucket) ->
                    throw new S3Exception(S3Error.BUCKET_ALREADY_OWNED_BY_YOU)
                            .with("BucketName", bucket.name());
            case CreateResult.TakenByOther() ->
                    throw new S3Exception(S3Error.BUCKET_ALREADY_EXISTS)
                            .with("BucketName", call.resource().bucket());
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /**
     * Returns the tags to create the bucket with. Any location is accepted: the data centers of a
     * bucket follow from its account.
     */
    private static Tags readConfiguration(Call call) throws IOException {
        boolean hasBody =
                call.headers().has("content-length") || call.headers().has("transfer-encoding");
        return hasBody
                ? call.read(call.body(MAX_DOCUMENT_BYTES), BucketHandler::readTags)
                : Tags.NONE;
    }

    private static Tags readTags(byte[] content) {
        if (content.length == 0) {
            return Tags.NONE;
        }
        Element configuration = XmlReader.parse(content, "CreateBucketConfiguration");
        for (Element part : configuration.children()) {
            if (!part.name().equals("LocationConstraint") && !part.name().equals("Tags")) {
                throw Refusal.element(part.name());
            }
        }
        List<Element> tags =
                configuration.all("Tags").stream()
                        .flatMap(each -> each.children().stream())
                        .toList();
        return Tags.readList(tags, Tags.TaggedResource.BUCKET);
    }

    /** HeadBucket: tells that the bucket is there, and in which region it is said to be. */
    public void head(Call call, Reply reply) {
        find(call);
        reply.header("x-amz-bucket-region", region)
                .header("x-amz-bucket-arn", arn(call.resource().bucket()))
                .empty(200);
    }

    private static String arn(String bucket) {
        return "arn:aws:s3:::" + bucket;
    }

    /** GetBucketLocation. */
    public void location(Call call, Reply reply) throws IOException {
        find(call);
        // S3 says nothing for its first region, and clients rely on that.
        String constraint = region.equals("us-east-1") ? "" : region;
        reply.xml(200, XmlWriter.document("LocationConstraint").text(constraint));
    }

    /** Who sees no objects is told to look for their versions. */
    private S3Exception notEmpty(Call call) {
        boolean versioned =
                buckets.find(call.account(), call.resource().bucket())
                                instanceof FindResult.Found(Bucket bucket)
                        && bucket.versioning() != Versioning.UNVERSIONED;
        String message = S3Error.BUCKET_NOT_EMPTY.message();
        return new S3Exception(
                        S3Error.BUCKET_NOT_EMPTY,
                        versioned
                                ? message + " You must delete all versions in the bucket."
                                : message)
                .with("BucketName", call.resource().bucket());
    }

    /**
     * DeleteBucket.
     *
     * @throws S3Exception BucketNotEmpty while an object or a version is in it, NoSuchBucket, or
     *     AccessDenied where it is another account's
     */
    public void delete(Call call, Reply reply) {
        RemoveResult result =
                buckets.delete(call.account(), call.resource().bucket(), call.operation());
        switch (result) {
            case RemoveResult.Deleted() -> reply.empty(204);
            case RemoveResult.NotEmpty() -> throw notEmpty(call);
            case RemoveResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case RemoveResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        }
    }

    private void find(Call call) {
        switch (buckets.find(call.account(), call.resource().bucket())) {
            case FindResult.Found found -> {}
            case FindResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case FindResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        }
    }
}
