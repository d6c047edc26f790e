package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.acl.Permission;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access.ObjectAccess;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.policy.Requester;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What the list of an object has to grant, before a request may do to it what it asks for. What the
 * bucket's documents allow, they allow of the objects of the bucket's owner only.
 */
final class ObjectGrants implements ObjectAccess {
    private final Requester requester;
    private final Optional<BucketAccess> bucket;
    private final BooleanSupplier mayList;
    private final List<Needed> needed = new ArrayList<>();
    private volatile boolean usesList;

    /**
     * Needs nothing yet.
     *
     * @param requester who asks
     * @param bucket whose object it is, empty if there is none
     * @param mayList tells whether who asks may know which objects the bucket has
     */
    ObjectGrants(Requester requester, Optional<BucketAccess> bucket, BooleanSupplier mayList) {
        this.requester = requester;
        this.bucket = bucket;
        this.mayList = mayList;
    }

    /**
     * A grant.
     *
     * @param byBucket whether the bucket allows it of what is its owner's
     */
    private record Needed(Permission permission, boolean byBucket) {}

    /** Needs one more. */
    void need(Permission permission, boolean byBucket) {
        needed.add(new Needed(permission, byBucket));
    }

    @Override
    public boolean admits(Optional<AccessControlList> acl) {
        Optional<AccessControlList> list = bucket.flatMap(each -> each.inForce(acl));
        boolean ownersOfBucket =
                list.isEmpty()
                        || bucket.map(each -> Owner.of(each.owner()).id())
                                .equals(list.map(AccessControlList::ownerId));
        return needed.stream().allMatch(each -> isMet(each, ownersOfBucket, list));
    }

    private boolean isMet(Needed one, boolean ownersOfBucket, Optional<AccessControlList> list) {
        if (one.byBucket() && ownersOfBucket) {
            return true;
        }
        boolean granted =
                list.filter(each -> BucketAccess.allows(each, requester, one.permission()))
                        .isPresent();
        usesList |= granted;
        return granted;
    }

    /** Tells whether something was let in by the object's list, and by nothing else. */
    boolean usesList() {
        return usesList;
    }

    @Override
    public S3Exception absent(S3Exception told) {
        boolean mayKnow = needed.stream().allMatch(Needed::byBucket) || mayList.getAsBoolean();
        return mayKnow ? told : new S3Exception(S3Error.ACCESS_DENIED);
    }
}
