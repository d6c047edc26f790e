package io.giza.gateway.service;

import io.giza.acl.AccessControlList;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Function;

/**
 * A change of what the owner of a version granted.
 *
 * @param target the object
 * @param version the version, or null for the newest
 * @param bucketOwnerId the canonical id of the bucket's owner, whose a version without a list is
 * @param list makes the list that takes the place of all that was granted, of the owner's canonical
 *     id
 * @param admission whether whoever asks may replace the list
 */
public record GrantRequest(
        Target target,
        @Nullable VersionName version,
        String bucketOwnerId,
        Function<String, AccessControlList> list,
        Admission admission) {
    /** Returns the request for a second try by the gateway. */
    public GrantRequest continued() {
        return new GrantRequest(target.continued(), version, bucketOwnerId, list, admission);
    }

    /** Returns what takes the place of a version's list. */
    public AccessControlList after(Optional<AccessControlList> acl) {
        return list.apply(acl.map(AccessControlList::ownerId).orElse(bucketOwnerId));
    }

    /** Tells whether a list that a version was given is what is asked for here. */
    public boolean isSame(AccessControlList given) {
        return list.apply(given.ownerId()).equals(given);
    }
}
