package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.acl.Permission;
import io.giza.gateway.s3.acl.Grantees;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.gateway.s3.policy.Requester;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.model.BucketId;

import java.util.Optional;

/**
 * What decides who may do what in a bucket.
 *
 * @param bucket this life of the bucket
 * @param owner the name of the account that owns it
 * @param policy what it says itself
 * @param ownership whose the objects are that are put into it
 * @param acl what its owner granted to others, empty where that is nothing or means nothing
 * @param block what it, or the account that owns it, refuses to make public
 * @param lifecycle what expires in it, which answers tell
 */
record BucketAccess(
        BucketId bucket,
        String owner,
        Optional<Policy> policy,
        ObjectOwnership ownership,
        Optional<AccessControlList> acl,
        PublicAccessBlock block,
        Optional<LifecycleConfiguration> lifecycle) {
    BucketAccess {
        acl = inForce(ownership, block, acl);
    }

    private static Optional<AccessControlList> inForce(
            ObjectOwnership ownership, PublicAccessBlock block, Optional<AccessControlList> list) {
        return ownership == ObjectOwnership.BUCKET_OWNER_ENFORCED
                ? Optional.empty()
                : list.map(each -> block.ignorePublicAcls() ? each.withoutPublicGrants() : each);
    }

    /** Tells whether lists mean anything in it. */
    boolean hasLists() {
        return ownership != ObjectOwnership.BUCKET_OWNER_ENFORCED;
    }

    /** Returns what the list of an object grants, empty where it means nothing. */
    Optional<AccessControlList> inForce(Optional<AccessControlList> list) {
        return inForce(ownership, block, list);
    }

    /** Tells whether its policy lets only the owner's account in, whatever it says of others. */
    boolean isRestricted() {
        return block.restrictPublicBuckets() && policy.filter(PolicyStatus::isPublic).isPresent();
    }

    /**
     * Tells whether who signed nothing may do anything in it, as far as its documents say; where
     * lists mean something, those of its objects may let everyone read them.
     */
    boolean mayBeOpen() {
        return policy.isPresent()
                || acl.filter(AccessControlList::isPublic).isPresent()
                || (hasLists() && !block.ignorePublicAcls());
    }

    /** Tells whether its list lets somebody do something that a permission stands for. */
    boolean grants(Requester requester, Permission permission) {
        return acl.filter(list -> allows(list, requester, permission)).isPresent();
    }

    /** Tells whether a list that is in force lets somebody do something. */
    static boolean allows(AccessControlList list, Requester requester, Permission permission) {
        // Who signed nothing never says what others may.
        boolean never =
                permission == Permission.WRITE_ACP && requester instanceof Requester.Anonymous;
        return !never && list.allows(each -> Grantees.include(each, requester), permission);
    }
}
