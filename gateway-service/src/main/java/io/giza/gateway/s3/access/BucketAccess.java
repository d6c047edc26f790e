package io.giza.gateway.s3.access;

import io.giza.gateway.s3.acl.AccessControlList;
import io.giza.gateway.s3.acl.Permission;
import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.model.BucketId;

import java.util.Optional;

/**
 * What decides who may do what in a bucket.
 *
 * @param bucket this life of the bucket
 * @param owner the name of the account that owns it
 * @param policy what it says itself
 * @param acl what its owner granted to others, empty where that is nothing or means nothing
 * @param block what it, or the account that owns it, refuses to make public
 */
record BucketAccess(
        BucketId bucket,
        String owner,
        Optional<Policy> policy,
        Optional<AccessControlList> acl,
        PublicAccessBlock block) {
    BucketAccess {
        if (block.ignorePublicAcls()) {
            acl = acl.map(AccessControlList::withoutPublicGrants);
        }
    }

    /** Tells whether its policy lets only the owner's account in, whatever it says of others. */
    boolean isRestricted() {
        return block.restrictPublicBuckets() && policy.filter(PolicyStatus::isPublic).isPresent();
    }

    /** Tells whether who signed nothing may do anything in it, as far as its documents say. */
    boolean mayBeOpen() {
        return policy.isPresent() || acl.filter(AccessControlList::isPublic).isPresent();
    }

    /** Tells whether its list lets somebody do something. */
    boolean grants(Requester requester, S3Action action) {
        return permission(action)
                // Who signed nothing never says what others may.
                .filter(
                        each ->
                                each != Permission.WRITE_ACP
                                        || !(requester instanceof Requester.Anonymous))
                .filter(each -> acl.filter(list -> list.allows(requester, each)).isPresent())
                .isPresent();
    }

    /** Returns which grant on a bucket lets an action be done, empty if none does. */
    private static Optional<Permission> permission(S3Action action) {
        return switch (action) {
            case LIST_BUCKET, LIST_BUCKET_VERSIONS, LIST_BUCKET_MULTIPART_UPLOADS ->
                    Optional.of(Permission.READ);
            case PUT_OBJECT -> Optional.of(Permission.WRITE);
            case GET_BUCKET_ACL -> Optional.of(Permission.READ_ACP);
            case PUT_BUCKET_ACL -> Optional.of(Permission.WRITE_ACP);
            default -> Optional.empty();
        };
    }
}
