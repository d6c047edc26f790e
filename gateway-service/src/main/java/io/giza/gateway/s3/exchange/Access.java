package io.giza.gateway.s3.exchange;

import io.giza.acl.AccessControlList;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.Admission;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.Manifest;
import io.giza.replica.Account;

import java.util.Optional;

/** What the sender of a request may do, as buckets and access keys say. */
public interface Access {
    /**
     * Returns the account whose bucket the request is about, for which it acts; the sender's own if
     * it is about no bucket that is there.
     */
    Account account();

    /** Returns the account whose bucket holds what is copied, likewise. */
    Account sourceAccount();

    /** Tells whether something was let in by an access control list, and by nothing else. */
    boolean usesList();

    /** Returns what may be done to the object that the path names. */
    ObjectAccess object();

    /** Returns what may be done to the object that is copied. */
    ObjectAccess source();

    /** Returns whose the objects are that are put into the bucket. */
    ObjectOwnership ownership();

    /** Tells whether the bucket refuses lists that grant something to strangers. */
    boolean blocksPublicLists();

    /**
     * Returns who owns an object of the bucket.
     *
     * @param acl its list, empty where it is the bucket's owner's alone
     */
    Owner ownerOf(Optional<AccessControlList> acl);

    /**
     * Lets one of several keys be deleted.
     *
     * @param namesVersion whether one version is to be deleted
     * @throws S3Exception AccessDenied
     */
    void requireDelete(String key, boolean namesVersion);

    /**
     * Tells when an object of the bucket expires that is the newest version of its key.
     *
     * @return empty if no rule lets it expire
     */
    Optional<LifecycleSchedule.Due> expiration(String key, Manifest manifest);

    /** What a request may do to an object that it names, as the object itself decides. */
    interface ObjectAccess extends Admission {
        /**
         * Returns what is told of an object or a version that is not there: that, or nothing but
         * that access is denied to those who may not know.
         */
        S3Exception absent(S3Exception told);
    }
}
