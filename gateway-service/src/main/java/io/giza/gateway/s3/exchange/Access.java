package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.replica.Account;

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

    /**
     * Lets one of several keys be deleted.
     *
     * @param namesVersion whether one version is to be deleted
     * @throws S3Exception AccessDenied
     */
    void requireDelete(String key, boolean namesVersion);
}
