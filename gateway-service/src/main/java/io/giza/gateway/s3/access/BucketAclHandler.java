package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.service.BucketService.Bucket;

import java.io.IOException;
import java.util.Optional;

/**
 * Access control lists of buckets: what their owners grant to other accounts and to groups. A
 * bucket whose ownership is enforced has the owner's alone, and refuses others.
 */
public final class BucketAclHandler {
    private static final String OWNERSHIP_HEADER = "x-amz-object-ownership";

    private final AccessChanges documents;
    private final OwnershipControls ownerships;
    private final CanonicalIds accounts;
    private final ObjectOwnership ofNewBuckets;

    /**
     * Makes the handler.
     *
     * @param documents where lists are kept
     * @param accounts to whom something may be granted
     * @param ofNewBuckets the ownership of buckets that are created without saying so
     */
    public BucketAclHandler(
            AccessChanges documents, CanonicalIds accounts, ObjectOwnership ofNewBuckets) {
        this.documents = documents;
        this.ownerships = new OwnershipControls(documents.rows());
        this.accounts = accounts;
        this.ofNewBuckets = ofNewBuckets;
    }

    /**
     * What a bucket is created with.
     *
     * @param acl its list, empty if that is the owner's alone
     */
    public record NewBucket(ObjectOwnership ownership, Optional<AccessControlList> acl) {}

    /**
     * Returns what a bucket is to be created with.
     *
     * @throws S3Exception InvalidBucketAclWithObjectOwnership, AccessDenied for a public list where
     *     the account blocks those, or what is wrong with the headers
     */
    public NewBucket ofNew(Call call) {
        ObjectOwnership ownership =
                call.headers()
                        .value(OWNERSHIP_HEADER)
                        .map(BucketAclHandler::ownership)
                        .orElse(ofNewBuckets);
        boolean enforced = ownership == ObjectOwnership.BUCKET_OWNER_ENFORCED;
        Optional<AccessControlList> acl =
                AclHeaders.read(
                                call.headers(),
                                AclRequest.owners(call),
                                id -> enforced || accounts.exists(id))
                        .filter(list -> !list.isPrivate());
        if (acl.isPresent()) {
            if (enforced) {
                throw new S3Exception(S3Error.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP);
            }
            documents.requireObeyed();
            String account = call.caller().account().name();
            if (acl.get().isPublic()
                    && documents.lookup().blockOf(call.resource(), account).blockPublicAcls()) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
        }
        return new NewBucket(ownership, acl);
    }

    private static ObjectOwnership ownership(String text) {
        return ObjectOwnership.named(text)
                .orElseThrow(
                        () ->
                                new S3Exception(
                                                S3Error.INVALID_ARGUMENT,
                                                "Invalid " + OWNERSHIP_HEADER + " header: " + text)
                                        .with("ArgumentName", OWNERSHIP_HEADER)
                                        .with("ArgumentValue", text));
    }

    /** Keeps the list that a bucket was created with. */
    public void keep(Call call, Bucket bucket, AccessControlList list) {
        documents.set(
                call,
                bucket,
                AccessDocuments.acl(bucket.id()),
                AclDocument.write(list, _ -> "").finish());
    }

    /**
     * GetBucketAcl.
     *
     * @throws S3Exception NoSuchBucket
     */
    public void get(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        AccessControlList list =
                kept(call, bucket)
                        .filter(_ -> !ownerships.isEnforced(call.resource(), bucket.id()))
                        .orElseGet(() -> AccessControlList.ofOwner(AclRequest.owner(call).id()));
        reply.xml(200, AclDocument.write(list, id -> accounts.owner(id).displayName()));
    }

    private Optional<AccessControlList> kept(Call call, Bucket bucket) {
        return documents.read(call, AccessDocuments.acl(bucket.id())).map(AccessDocuments::acl);
    }

    /**
     * PutBucketAcl.
     *
     * @throws S3Exception AccessControlListNotSupported for another list than the owner's where
     *     ownership is enforced, AccessDenied for a public one where the bucket blocks those
     */
    public void put(Call call, Reply reply) throws IOException {
        Bucket bucket = documents.buckets().of(call);
        boolean enforced = ownerships.isEnforced(call.resource(), bucket.id());
        AccessControlList list = AclRequest.read(call, id -> enforced || accounts.exists(id));
        if (list.isPrivate()) {
            documents.remove(call, bucket, AccessDocuments.acl(bucket.id()));
        } else if (enforced) {
            throw new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED);
        } else {
            requireNotBlocked(call, list);
            keep(call, bucket, list);
        }
        reply.empty(200);
    }

    private void requireNotBlocked(Call call, AccessControlList list) {
        if (list.isPublic()
                && documents
                        .lookup()
                        .find(call.resource())
                        .filter(access -> access.block().blockPublicAcls())
                        .isPresent()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /**
     * Lets a bucket's ownership become another.
     *
     * @throws S3Exception InvalidBucketAclWithObjectOwnership where its list would mean nothing
     *     then
     */
    public void requireFits(Call call, Bucket bucket, ObjectOwnership ownership) {
        if (ownership == ObjectOwnership.BUCKET_OWNER_ENFORCED
                && kept(call, bucket).filter(list -> !list.isPrivate()).isPresent()) {
            throw new S3Exception(S3Error.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP);
        }
    }
}
