package io.giza.gateway.fake;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** An upload into the bucket named bucket, and the parts that it was sent. */
public final class MultipartUploadFixture {
    private final S3Client s3;
    private final String key;
    private final String id;
    private final List<CompletedPart> parts = new ArrayList<>();
    private @Nullable ChecksumAlgorithm algorithm;

    private MultipartUploadFixture(S3Client s3, String key, String id) {
        this.s3 = s3;
        this.key = key;
        this.id = id;
    }

    /** Puts a part of random bytes, which it returns. */
    public byte[] part(int number, int size) {
        byte[] content = new byte[size];
        new Random(number * 31L + size).nextBytes(content);
        var put =
                s3.uploadPart(
                        r ->
                                r.bucket("bucket")
                                        .key(key)
                                        .uploadId(id)
                                        .partNumber(number)
                                        .checksumAlgorithm(algorithm),
                        RequestBody.fromBytes(content));
        parts.removeIf(part -> part.partNumber() == number);
        var part = CompletedPart.builder().partNumber(number).eTag(put.eTag());
        if (algorithm != null) {
            part.checksumCRC32(put.checksumCRC32())
                    .checksumCRC32C(put.checksumCRC32C())
                    .checksumSHA1(put.checksumSHA1())
                    .checksumSHA256(put.checksumSHA256());
        }
        parts.add(part.build());
        return content;
    }

    /** Completes it. */
    public CompleteMultipartUploadResponse complete() {
        return complete(null, null);
    }

    /** Completes it on a condition. */
    public CompleteMultipartUploadResponse complete(
            @Nullable String ifNoneMatch, @Nullable String ifMatch) {
        return s3.completeMultipartUpload(
                r ->
                        r.bucket("bucket")
                                .key(key)
                                .uploadId(id)
                                .ifNoneMatch(ifNoneMatch)
                                .ifMatch(ifMatch)
                                .multipartUpload(m -> m.parts(parts)));
    }

    /** Copies a part. */
    public void copy(int number, String source, @Nullable String range) {
        var put =
                s3.uploadPartCopy(
                        r ->
                                r.destinationBucket("bucket")
                                        .destinationKey(key)
                                        .uploadId(id)
                                        .partNumber(number)
                                        .sourceBucket("bucket")
                                        .sourceKey(source)
                                        .copySourceRange(range));
        parts.add(
                CompletedPart.builder()
                        .partNumber(number)
                        .eTag(put.copyPartResult().eTag())
                        .checksumCRC32(put.copyPartResult().checksumCRC32())
                        .build());
    }

    /** Aborts it. */
    public void abort() {
        s3.abortMultipartUpload(r -> r.bucket("bucket").key(key).uploadId(id));
    }

    /** Begins an upload. */
    public static MultipartUploadFixture begin(
            S3Client s3, String key, Consumer<CreateMultipartUploadRequest.Builder> how) {
        CreateMultipartUploadRequest.Builder request =
                CreateMultipartUploadRequest.builder().bucket("bucket").key(key);
        how.accept(request);
        CreateMultipartUploadRequest created = request.build();
        MultipartUploadFixture sent =
                new MultipartUploadFixture(s3, key, s3.createMultipartUpload(created).uploadId());
        sent.algorithm = created.checksumAlgorithm();
        return sent;
    }

    /** Returns the upload's id. */
    public String id() {
        return id;
    }

    /** Returns the parts that a completion is going to list, to be changed at will. */
    public List<CompletedPart> parts() {
        return parts;
    }

    /** Sends parts with checksums of this algorithm from now on. */
    public void useChecksum(ChecksumAlgorithm other) {
        algorithm = other;
    }
}
