package io.giza.gateway.s3.access;

import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.BucketService.Bucket;

import java.io.IOException;

/**
 * Puts, gets and deletes what buckets refuse to make public.
 *
 * @param documents where it is kept
 */
public record PublicAccessBlockHandler(AccessChanges documents) {
    private static final int MAX_DOCUMENT_BYTES = 16 << 10;

    /** PutPublicAccessBlock. */
    public void put(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        PublicAccessBlock block =
                call.read(
                        call.body(MAX_DOCUMENT_BYTES),
                        bytes ->
                                PublicAccessBlock.read(
                                        XmlReader.parse(bytes, PublicAccessBlock.ROOT)));
        documents.set(call, bucket, AccessDocuments.block(bucket.id()), block.document().finish());
        reply.empty(200);
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
}
