package io.giza.gateway.s3.access;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.model.Value;

import java.io.IOException;

/** Puts, gets and deletes the policies of buckets. */
public final class PolicyHandler {
    private final AccessChanges documents;
    private final KnownPrincipals known;

    /**
     * Makes the handler.
     *
     * @param known whom a policy may name
     */
    public PolicyHandler(AccessChanges documents, KnownPrincipals known) {
        this.documents = documents;
        this.known = known;
    }

    /**
     * PutBucketPolicy.
     *
     * @throws S3Exception MalformedPolicy, or AccessDenied where the bucket refuses policies that
     *     are public and this one is
     */
    public void put(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        // One byte more tells a policy that is too long from one that is not.
        byte[] text =
                call.read(
                        call.body(PolicyReader.MOST_BUCKET_BYTES + 1),
                        bytes -> {
                            requireAllowed(call, bucket, bytes);
                            return bytes.clone();
                        });
        documents.set(call, bucket, AccessDocuments.policy(bucket.id()), text);
        reply.empty(204);
    }

    private void requireAllowed(Call call, Bucket bucket, byte[] text) {
        Policy policy = PolicyReader.ofBucket(text, bucket.name(), known);
        if (PolicyStatus.isPublic(policy)
                && documents
                        .lookup()
                        .find(call.resource())
                        .filter(access -> access.block().blockPublicPolicy())
                        .isPresent()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /**
     * GetBucketPolicy: answers the policy as it was sent.
     *
     * @throws S3Exception NoSuchBucketPolicy
     */
    public void get(Call call, Reply reply) throws IOException {
        reply.json(200, AccessDocuments.text(record(call)));
    }

    /**
     * GetBucketPolicyStatus: whether the policy is public.
     *
     * @throws S3Exception NoSuchBucketPolicy
     */
    public void status(Call call, Reply reply) throws IOException {
        Policy policy = AccessDocuments.policy(record(call), call.resource().bucket());
        reply.xml(
                200,
                XmlWriter.document("PolicyStatus")
                        .element("IsPublic", Boolean.toString(PolicyStatus.isPublic(policy))));
    }

    /** DeleteBucketPolicy; one that is not there, too. */
    public void delete(Call call, Reply reply) {
        Bucket bucket = documents.buckets().of(call);
        documents.remove(call, bucket, AccessDocuments.policy(bucket.id()));
        reply.empty(204);
    }

    private Value record(Call call) {
        Bucket bucket = documents.buckets().of(call);
        return documents
                .read(call, AccessDocuments.policy(bucket.id()))
                .orElseThrow(
                        () ->
                                new S3Exception(S3Error.NO_SUCH_BUCKET_POLICY)
                                        .with("BucketName", bucket.name()));
    }
}
