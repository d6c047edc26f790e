package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.DeclaredChecksums;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.exchange.WriteConditions;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.CompletionMismatch;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.model.Upload;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** CompleteMultipartUpload. */
public final class CompleteUploadHandler {
    private static final int MAX_DOCUMENT_BYTES = 8 << 20;

    private final UploadService uploads;
    private final Buckets buckets;
    private final KeepAliveResponse keepAlive;

    public CompleteUploadHandler(
            UploadService uploads, Buckets buckets, KeepAliveResponse keepAlive) {
        this.uploads = uploads;
        this.buckets = buckets;
        this.keepAlive = keepAlive;
    }

    /**
     * Completes the upload; the answer keeps the connection alive while that takes long.
     *
     * @throws S3Exception InvalidPart, EntityTooSmall, BadDigest, InvalidRequest or NoSuchUpload;
     *     as the document of a 200 if the answer has begun
     */
    public void complete(Call call, Reply reply) throws IOException {
        CompleteRequest request =
                new CompleteRequest(
                        call.target(),
                        buckets.validatedAfterBucket(call, () -> UploadIds.requested(call)),
                        call.read(
                                call.document(MAX_DOCUMENT_BYTES), CompletionReader::declaredParts),
                        WriteConditions.of(call.headers()),
                        CompletionReader.expected(call.headers()));
        keepAlive.send(call, reply, () -> answer(call, uploads.complete(request)));
    }

    private static KeepAliveResponse.FinalResponse answer(Call call, CompleteResult result) {
        return switch (result) {
            case CompleteResult.Completed completed -> {
                XmlWriter document =
                        XmlWriter.document("CompleteMultipartUploadResult")
                                .element("Location", call.request().urlOf(call.resource()))
                                .element("Bucket", call.resource().bucket())
                                .element("Key", call.resource().key())
                                .element("ETag", EntityTag.quote(completed.etag()));
                completed
                        .checksums()
                        .forEach(
                                (name, value) ->
                                        document.element(
                                                ChecksumAlgorithm.ofStored(name).element(), value));
                completed
                        .kind()
                        .ifPresent(kind -> document.element("ChecksumType", kind.type().name()));
                Map<String, String> headers =
                        new HashMap<>(
                                EncryptionHeaders.describing(
                                        completed.encryption(), call.headers()));
                completed
                        .manifest()
                        .ifPresent(each -> headers.putAll(ObjectHeaders.expiration(call, each)));
                completed
                        .version()
                        .ifPresent(version -> headers.put(VersionIds.HEADER, version.toString()));
                yield new KeepAliveResponse.FinalResponse(document, headers);
            }
            case CompleteResult.InvalidPart(int number, String etag) ->
                    throw new S3Exception(S3Error.INVALID_PART)
                            .with("UploadId", call.query().first("uploadId").orElse(""))
                            .with("PartNumber", Integer.toString(number))
                            .with("ETag", etag);
            case CompleteResult.TooSmall(int number, String etag, long size, long least) ->
                    throw new S3Exception(S3Error.ENTITY_TOO_SMALL)
                            .with("ProposedSize", Long.toString(size))
                            .with("MinSizeAllowed", Long.toString(least))
                            .with("PartNumber", Integer.toString(number))
                            .with("ETag", etag);
            case CompleteResult.Mismatched(CompletionMismatch what) ->
                    throw error(call.headers(), what);
            case CompleteResult.Failed(Failure failure) -> throw UploadIds.error(call, failure);
        };
    }

    private static S3Exception error(Headers headers, CompletionMismatch mismatch) {
        return switch (mismatch) {
            case CompletionMismatch.WrongEncryption() -> EncryptionHeaders.untrue(headers);
            case CompletionMismatch.WrongChecksumType(Optional<Upload.Checksum.Type> type) ->
                    invalid(
                            "The upload was created using the "
                                    + type.map(Enum::name).orElse("null")
                                    + " checksum mode. The complete request must use the same"
                                    + " checksum mode.");
            case CompletionMismatch.WrongAlgorithm(String algorithm, String declared) ->
                    DeclaredChecksums.mismatch(
                            Optional.of(ChecksumAlgorithm.ofStored(algorithm)),
                            Optional.of(ChecksumAlgorithm.ofStored(declared)));
            case CompletionMismatch.MissingPartChecksum(int number, String algorithm) ->
                    invalid(
                            "The upload was created using a "
                                    + algorithm
                                    + " checksum. The complete request must include the checksum"
                                    + " for each part. It was missing for part "
                                    + number
                                    + " in the request.");
            case CompletionMismatch.WrongPartChecksum(int number, String declared) ->
                    badDigest(
                            "The "
                                    + declared
                                    + " you specified for part "
                                    + number
                                    + " did not match what we received.");
            case CompletionMismatch.WrongChecksum(String algorithm) ->
                    badDigest(
                            "The "
                                    + ChecksumAlgorithm.ofStored(algorithm)
                                    + " you specified did not match the calculated checksum.");
            case CompletionMismatch.WrongSize(long declared, long size) ->
                    invalid(
                            "The provided 'x-amz-mp-object-size' header value "
                                    + declared
                                    + " does not match what was computed: "
                                    + size);
        };
    }

    private static S3Exception invalid(String message) {
        return new S3Exception(S3Error.INVALID_REQUEST, message);
    }

    private static S3Exception badDigest(String message) {
        return new S3Exception(S3Error.BAD_DIGEST, message);
    }
}
