import com.amazonaws.HttpMethod;
import com.amazonaws.client.builder.AwsClientBuilder.EndpointConfiguration;
import com.amazonaws.services.s3.AmazonS3;
import com.amazonaws.services.s3.AmazonS3ClientBuilder;
import com.amazonaws.services.s3.model.AbortMultipartUploadRequest;
import com.amazonaws.services.s3.model.AmazonS3Exception;
import com.amazonaws.services.s3.model.BucketVersioningConfiguration;
import com.amazonaws.services.s3.model.DeleteObjectsRequest;
import com.amazonaws.services.s3.model.DeleteObjectsRequest.KeyVersion;
import com.amazonaws.services.s3.model.GeneratePresignedUrlRequest;
import com.amazonaws.services.s3.model.GetObjectRequest;
import com.amazonaws.services.s3.model.GetObjectTaggingRequest;
import com.amazonaws.services.s3.model.HeadBucketRequest;
import com.amazonaws.services.s3.model.InitiateMultipartUploadRequest;
import com.amazonaws.services.s3.model.ListMultipartUploadsRequest;
import com.amazonaws.services.s3.model.ListObjectsV2Request;
import com.amazonaws.services.s3.model.ListObjectsV2Result;
import com.amazonaws.services.s3.model.ObjectMetadata;
import com.amazonaws.services.s3.model.ObjectTagging;
import com.amazonaws.services.s3.model.PutObjectRequest;
import com.amazonaws.services.s3.model.S3ObjectSummary;
import com.amazonaws.services.s3.model.SetBucketVersioningConfigurationRequest;
import com.amazonaws.services.s3.model.SetObjectTaggingRequest;
import com.amazonaws.services.s3.model.Tag;
import com.amazonaws.services.s3.transfer.TransferManager;
import com.amazonaws.services.s3.transfer.TransferManagerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The AWS SDK for Java v1 with its transfer manager. */
final class AwsSdk1 {
    private static final String BUCKET = "java-1";
    private static final String VERSIONED = "java-1-versions";

    private final AmazonS3 first;
    private final AmazonS3 second;
    private final AmazonS3 third;

    AwsSdk1(List<String> endpoints) {
        List<AmazonS3> clients = endpoints.stream().map(AwsSdk1::client).toList();
        first = clients.get(0);
        second = clients.get(1);
        third = clients.get(2);
    }

    /** What connect-clients.md names; the key is in the environment. */
    private static AmazonS3 client(String endpoint) {
        return AmazonS3ClientBuilder.standard()
                .withEndpointConfiguration(new EndpointConfiguration(endpoint, System.getenv("AWS_DEFAULT_REGION")))
                .withPathStyleAccessEnabled(true)
                .build();
    }

    void run(Clients checks) {
        checks.check("a bucket", this::bucket);
        checks.check("text, nothing, and a range", this::small);
        checks.check("a transfer manager's upload, download and copy in parts", this::transfers);
        checks.check("an upload that is given up leaves nothing", this::abort);
        checks.check("lists in pages", this::lists);
        checks.check("conditions", this::conditions);
        checks.check("a copy of a name with everything in it", this::copy);
        checks.check("tags", this::tags);
        checks.check("versions, and a delete of many", this::versions);
        checks.check("links to get and to put", this::links);
        checks.check("what was never set", this::neverSet);
    }

    private static String text(AmazonS3 s3, GetObjectRequest request) throws IOException {
        try (var object = s3.getObject(request)) {
            return new String(object.getObjectContent().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void refused(String code, Clients.Test test) throws Exception {
        Clients.refused(code, AmazonS3Exception.class, AmazonS3Exception::getErrorCode, test);
    }

    private void bucket() {
        first.createBucket(BUCKET);
        Clients.same(true, second.doesBucketExistV2(BUCKET));
        third.headBucket(new HeadBucketRequest(BUCKET));
    }

    private void small() throws IOException {
        byte[] content = "täxt".getBytes(StandardCharsets.UTF_8);
        var metadata = new ObjectMetadata();
        metadata.setContentType("text/plain");
        metadata.setContentLength(content.length);
        metadata.addUserMetadata("a", "b");
        first.putObject(BUCKET, "text", new ByteArrayInputStream(content), metadata);
        Clients.same("täxt", text(second, new GetObjectRequest(BUCKET, "text")));
        Clients.same("xt", text(third, new GetObjectRequest(BUCKET, "text").withRange(3, 4)));
        ObjectMetadata found = third.getObjectMetadata(BUCKET, "text");
        Clients.same("text/plain b", found.getContentType() + " " + found.getUserMetaDataOf("a"));
        first.putObject(BUCKET, "empty", "");
        Clients.same("", second.getObjectAsString(BUCKET, "empty"));
    }

    private void transfers() throws Exception {
        byte[] content = Clients.bytes(20 * Clients.MEBIBYTE + 1);
        Path up = Files.write(Files.createTempFile("up", ""), content);
        Path down = Files.createTempFile("down", "");
        TransferManager uploads = TransferManagerBuilder.standard().withS3Client(first).build();
        uploads.upload(BUCKET, "large", up.toFile()).waitForCompletion();
        Clients.same(true, third.getObjectMetadata(BUCKET, "large").getETag().contains("-"));
        TransferManager copies =
                TransferManagerBuilder.standard()
                        .withS3Client(second)
                        .withMultipartCopyThreshold(5L * Clients.MEBIBYTE)
                        .withMultipartCopyPartSize(5L * Clients.MEBIBYTE)
                        .build();
        copies.copy(BUCKET, "large", BUCKET, "copied").waitForCompletion();
        TransferManager downloads = TransferManagerBuilder.standard().withS3Client(third).build();
        for (String name : List.of("large", "copied")) {
            downloads.download(BUCKET, name, down.toFile()).waitForCompletion();
            Clients.sameBytes(content, Files.readAllBytes(down));
        }
        List.of(uploads, copies, downloads).forEach(each -> each.shutdownNow(false));
    }

    private void abort() {
        var begun = first.initiateMultipartUpload(new InitiateMultipartUploadRequest(BUCKET, "aborted"));
        var all = new ListMultipartUploadsRequest(BUCKET).withPrefix("aborted");
        Clients.same(1, second.listMultipartUploads(all).getMultipartUploads().size());
        third.abortMultipartUpload(new AbortMultipartUploadRequest(BUCKET, "aborted", begun.getUploadId()));
        Clients.same(0, second.listMultipartUploads(all).getMultipartUploads().size());
    }

    private void lists() {
        List<String> names = IntStream.range(10, 35).mapToObj(number -> "pages/" + number + " ü+&").toList();
        names.forEach(name -> first.putObject(BUCKET, name, name));
        List<String> found = new ArrayList<>();
        var request = new ListObjectsV2Request().withBucketName(BUCKET).withPrefix("pages/").withMaxKeys(7);
        ListObjectsV2Result page;
        do {
            page = second.listObjectsV2(request);
            page.getObjectSummaries().stream().map(S3ObjectSummary::getKey).forEach(found::add);
            request.setContinuationToken(page.getNextContinuationToken());
        } while (page.isTruncated());
        Clients.same(names, found);
        var folders = new ListObjectsV2Request().withBucketName(BUCKET).withDelimiter("/");
        Clients.same(List.of("pages/"), third.listObjectsV2(folders).getCommonPrefixes());
        List<String> old = third.listObjects(BUCKET, "pages/").getObjectSummaries().stream()
                .map(S3ObjectSummary::getKey)
                .toList();
        Clients.same(names, old);
    }

    private void conditions() throws Exception {
        String etag = first.putObject(createOnly("a")).getETag();
        refused("PreconditionFailed", () -> second.putObject(createOnly("b")));
        var get = new GetObjectRequest(BUCKET, "once");
        Clients.same("a", text(third, get.withMatchingETagConstraint(etag)));
        var changed = new GetObjectRequest(BUCKET, "once").withNonmatchingETagConstraint(etag);
        Clients.same(true, second.getObject(changed) == null);
        refused("NoSuchKey", () -> third.getObject(BUCKET, "never"));
        refused("NoSuchBucket", () -> first.getObject("java-never", "never"));
    }

    private static PutObjectRequest createOnly(String content) {
        var metadata = new ObjectMetadata();
        metadata.setContentLength(content.length());
        var request =
                new PutObjectRequest(BUCKET, "once", new ByteArrayInputStream(content.getBytes()), metadata);
        request.putCustomRequestHeader("If-None-Match", "*");
        return request;
    }

    private void copy() {
        first.putObject(BUCKET, Clients.ODD_NAME, "copied");
        second.copyObject(BUCKET, Clients.ODD_NAME, BUCKET, "copy of " + Clients.ODD_NAME);
        Clients.same("copied", third.getObjectAsString(BUCKET, "copy of " + Clients.ODD_NAME));
    }

    private void tags() {
        List<Tag> tags = List.of(new Tag("a", "b"), new Tag("c", "ü"));
        first.setObjectTagging(new SetObjectTaggingRequest(BUCKET, "text", new ObjectTagging(tags)));
        Clients.same(tags, second.getObjectTagging(new GetObjectTaggingRequest(BUCKET, "text")).getTagSet());
    }

    private void versions() throws IOException {
        first.createBucket(VERSIONED);
        var enabled = new BucketVersioningConfiguration(BucketVersioningConfiguration.ENABLED);
        first.setBucketVersioningConfiguration(new SetBucketVersioningConfigurationRequest(VERSIONED, enabled));
        String old = second.putObject(VERSIONED, "a", "old").getVersionId();
        third.putObject(VERSIONED, "a", "new");
        first.deleteObject(VERSIONED, "a");
        Clients.same("old", text(second, new GetObjectRequest(VERSIONED, "a", old)));
        List<KeyVersion> versions =
                third.listVersions(VERSIONED, null).getVersionSummaries().stream()
                        .map(each -> new KeyVersion(each.getKey(), each.getVersionId()))
                        .toList();
        Clients.same(3, versions.size());
        var all = new DeleteObjectsRequest(VERSIONED).withKeys(versions);
        Clients.same(3, first.deleteObjects(all).getDeletedObjects().size());
        second.deleteBucket(VERSIONED);
    }

    private void links() throws Exception {
        var get = second.generatePresignedUrl(new GeneratePresignedUrlRequest(BUCKET, "text"));
        Clients.same("täxt", Clients.get(get.toString()).body());
        var put = new GeneratePresignedUrlRequest(BUCKET, "linked", HttpMethod.PUT).withContentType("text/plain");
        put.addRequestParameter("x-amz-acl", "private");
        put.addRequestParameter("x-amz-meta-a", "b");
        String url = first.generatePresignedUrl(put).toString();
        Clients.same(200, Clients.put(url, "linked", "text/plain").statusCode());
        ObjectMetadata found = third.getObjectMetadata(BUCKET, "linked");
        Clients.same("text/plain b", found.getContentType() + " " + found.getUserMetaDataOf("a"));
        Clients.same(403, Clients.put(url.replace("/linked?", "/text?"), "a", "text/plain").statusCode());
    }

    private void neverSet() throws Exception {
        Clients.same(true, first.getBucketPolicy(BUCKET).getPolicyText() == null);
        Clients.same(true, second.getBucketLifecycleConfiguration(BUCKET) == null);
        Clients.same(true, third.getBucketCrossOriginConfiguration(BUCKET) == null);
    }
}
