package io.giza.gateway.s3.access;

import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.model.BucketId;

import java.util.Optional;

/**
 * What decides who may do what in a bucket.
 *
 * @param bucket this life of the bucket
 * @param owner the name of the account that owns it
 * @param policy what it says itself
 * @param block what it refuses to make public
 */
record BucketAccess(
        BucketId bucket, String owner, Optional<Policy> policy, PublicAccessBlock block) {
    /** Tells whether its policy lets only the owner's account in, whatever it says of others. */
    boolean isRestricted() {
        return block.restrictPublicBuckets() && policy.filter(PolicyStatus::isPublic).isPresent();
    }
}
