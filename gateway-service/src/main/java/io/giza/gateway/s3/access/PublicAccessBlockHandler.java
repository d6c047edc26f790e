package io.giza.gateway.s3.access;

import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.route.AccountRequests;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.model.ObjectKey;

import java.io.IOException;
import java.util.Optional;

/**
 * Puts, gets and deletes what buckets and accounts refuse to make public. Of an account, each key
 * may do so that has no policy of its own against it.
 *
 * @param documents where it is kept
 */
public record PublicAccessBlockHandler(AccessChanges documents) {
    private static final int MAX_DOCUMENT_BYTES = 16 << 10;

    /** PutPublicAccessBlock. */
    public void put(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        PublicAccessBlock block = read(call);
        documents.set(call, bucket, AccessDocuments.block(bucket.id()), block.document().finish());
        reply.empty(200);
    }

    private static PublicAccessBlock read(Call call) throws IOException {
        return call.read(
                call.body(MAX_DOCUMENT_BYTES),
                bytes -> PublicAccessBlock.read(XmlReader.parse(bytes, PublicAccessBlock.ROOT)));
    }

    /**
     * GetPublicAccessBlock.
     *
     * @throws S3Exception NoSuchPublicAccessBlockConfiguration
     */
    public void get(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        PublicAccessBlock block =
                documents
                        .read(call, AccessDocuments.block(bucket.id()))
                        .map(AccessDocuments::block)
                        .orElseThrow(
                                () ->
                                        new S3Exception(S3Error.NO_SUCH_PUBLIC_ACCESS_BLOCK)
                                                .with("BucketName", bucket.name()));
        reply.xml(200, block.document());
    }

    /** DeletePublicAccessBlock; one that is not there, too. */
    public void delete(Call call, Reply reply) {
        Bucket bucket = documents.buckets().of(call);
        documents.remove(call, bucket, AccessDocuments.block(bucket.id()));
        reply.empty(204);
    }

    /**
     * PutPublicAccessBlock of S3 Control.
     *
     * @throws S3Exception AccessDenied for another account than the caller's
     */
    public void putOfAccount(Call call, Reply reply) throws IOException {
        ObjectKey row = AccessDocuments.block(account(call));
        documents.changeOfAccount(call, row, Optional.of(read(call).document().finish()));
        reply.empty(201);
    }

    /**
     * GetPublicAccessBlock of S3 Control.
     *
     * @throws S3Exception NoSuchPublicAccessBlockConfiguration, or AccessDenied for another account
     */
    public void getOfAccount(Call call, Reply reply) throws IOException {
        String account = account(call);
        PublicAccessBlock block =
                documents
                        .read(call, AccessDocuments.block(account))
                        .map(AccessDocuments::block)
                        .orElseThrow(
                                () ->
                                        new S3Exception(S3Error.NO_SUCH_PUBLIC_ACCESS_BLOCK)
                                                .with("AccountId", account));
        reply.xml(200, block.document());
    }

    /**
     * DeletePublicAccessBlock of S3 Control; one that is not there, too.
     *
     * @throws S3Exception AccessDenied for another account
     */
    public void deleteOfAccount(Call call, Reply reply) {
        ObjectKey row = AccessDocuments.block(account(call));
        documents.changeOfAccount(call, row, Optional.empty());
        reply.empty(204);
    }

    private static String account(Call call) {
        String account = call.caller().account().name();
        if (!call.headers().value(AccountRequests.HEADER).orElse("").equals(account)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return account;
    }
}
