package io.giza.gateway.service;

import io.giza.acl.AccessControlList;

import java.util.Optional;

/** Who may do something with a version, as far as that shows only once the version is read. */
@FunctionalInterface
public interface Admission {
    /** It was decided before. */
    Admission DECIDED = _ -> true;

    /**
     * Tells whether whoever asks may do it.
     *
     * @param acl what the version's owner granted, empty where it is the bucket's owner's alone
     */
    boolean admits(Optional<AccessControlList> acl);
}
