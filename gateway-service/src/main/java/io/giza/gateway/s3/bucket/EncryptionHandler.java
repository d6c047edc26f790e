package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.document.EncryptionDocument;
import io.giza.gateway.s3.encryption.CustomerKeyHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.EncryptionResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.Encryption;

import java.io.IOException;
import java.util.Optional;

/**
 * How a bucket encrypts what does not say so itself: PutBucketEncryption, GetBucketEncryption and
 * DeleteBucketEncryption.
 */
public final class EncryptionHandler {
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;

    private final BucketService buckets;
    private final Buckets finder;
    private final boolean customerKeysOverHttp;

    /**
     * Runs over the buckets of all accounts.
     *
     * @param customerKeysOverHttp whether clients may send keys of their own without TLS
     */
    public EncryptionHandler(BucketService buckets, boolean customerKeysOverHttp) {
        this.buckets = buckets;
        this.finder = new Buckets(buckets);
        this.customerKeysOverHttp = customerKeysOverHttp;
    }

    /**
     * Checks that a client's key, if there is one, did not cross a network that others can read.
     *
     * @param headers the headers of the request, or the fields of its form
     * @throws S3Exception InvalidRequest
     */
    public void requireSafe(RawRequest request, Headers headers) {
        CustomerKeyHeaders.requireSafe(request, headers, customerKeysOverHttp);
    }

    /**
     * PutBucketEncryption: all puts that begin after the answer go by it.
     *
     * @throws S3Exception MalformedXML, InvalidArgument, or why its key cannot be used
     */
    public void put(Call call, Reply reply) throws IOException {
        Encryption.Default encryption =
                finder.readAfterBucket(
                        call,
                        () ->
                                call.read(
                                        call.body(MAX_DOCUMENT_BYTES),
                                        bytes ->
                                                EncryptionDocument.read(
                                                        XmlReader.parse(
                                                                bytes, EncryptionDocument.ROOT))));
        change(call, Optional.of(encryption));
        reply.empty(200);
    }

    /** DeleteBucketEncryption: also of a bucket that encrypts nothing. */
    public void delete(Call call, Reply reply) {
        change(call, Optional.empty());
        reply.empty(204);
    }

    private void change(Call call, Optional<Encryption.Default> encryption) {
        String name = call.resource().bucket();
        switch (buckets.setEncryption(call.account(), name, encryption, call.operation())) {
            case EncryptionResult.Changed() -> {}
            case EncryptionResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case EncryptionResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case EncryptionResult.Refused(Failure.KeyRefused why) ->
                    throw Failures.toError(why, call.resource());
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /**
     * GetBucketEncryption.
     *
     * @throws S3Exception ServerSideEncryptionConfigurationNotFoundError if it encrypts nothing
     */
    public void get(Call call, Reply reply) throws IOException {
        Encryption.Default encryption =
                finder.of(call)
                        .encryption()
                        .orElseThrow(
                                () ->
                                        new S3Exception(S3Error.NO_SUCH_SERVER_SIDE_ENCRYPTION)
                                                .with("BucketName", call.resource().bucket()));
        reply.xml(200, EncryptionDocument.write(encryption));
    }
}
