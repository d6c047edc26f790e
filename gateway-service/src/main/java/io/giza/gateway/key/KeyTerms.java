package io.giza.gateway.key;

import io.giza.gateway.s3.auth.Restrictions;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.document.NamedPolicy;
import io.giza.gateway.s3.policy.document.PolicyReader;
import io.giza.gateway.s3.request.BucketName;
import io.giza.gateway.s3.request.Resource;
import io.giza.record.AccessKeyRecord.Terms;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/** What operators say that a key may ask of S3, and until when. */
public final class KeyTerms {
    private KeyTerms() {}

    /** The terms make no sense; the message says why, without a full stop. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads terms.
     *
     * @param policy the name of a policy, or one as JSON; empty for none
     * @param prefix a bucket, and perhaps a slash and what its keys begin with, where the policy
     *     has a name; empty for all buckets
     * @param expires a date and time of ISO 8601, empty for never
     */
    public static Terms read(String policy, String prefix, String expires, Instant now)
            throws RefusedException {
        Terms terms = new Terms(document(policy, prefix), end(expires, now));
        restrictions(terms);
        return terms;
    }

    private static String document(String policy, String prefix) throws RefusedException {
        if (policy.isEmpty() || policy.startsWith("{")) {
            if (!prefix.isEmpty()) {
                throw new RefusedException(
                        "prefix goes with a policy that has a name; a document says itself which"
                                + " keys it is about");
            }
            return policy;
        }
        NamedPolicy named =
                NamedPolicy.named(policy)
                        .orElseThrow(
                                () ->
                                        new RefusedException(
                                                "policy is none of readonly, readwrite and"
                                                        + " writeonly, and no JSON"));
        if (prefix.isEmpty()) {
            return named.document();
        }
        int slash = prefix.indexOf('/');
        String bucket = slash < 0 ? prefix : prefix.substring(0, slash);
        String keys = slash < 0 ? "" : prefix.substring(slash + 1);
        if (!BucketName.isValid(bucket)) {
            throw new RefusedException("prefix must begin with the name of a bucket");
        }
        try {
            Resource.requireShort(keys);
        } catch (S3Exception e) {
            throw new RefusedException("prefix is longer than any key");
        }
        return named.document(bucket, keys);
    }

    private static Instant end(String expires, Instant now) throws RefusedException {
        if (expires.isEmpty()) {
            return Terms.NEVER;
        }
        Instant end;
        try {
            end = OffsetDateTime.parse(expires).toInstant();
        } catch (DateTimeException e) {
            throw new RefusedException("expires must be as in 2027-01-31T12:00:00Z");
        }
        if (!end.isAfter(now)) {
            throw new RefusedException("expires is over already: it is " + now + " here");
        }
        return end;
    }

    /**
     * Returns what terms restrict.
     *
     * @throws RefusedException if this release does not know their policy
     */
    public static Restrictions restrictions(Terms terms) throws RefusedException {
        try {
            List<Policy> policies =
                    terms.policy().isEmpty()
                            ? List.of()
                            : List.of(
                                    PolicyReader.ofKey(
                                            terms.policy().getBytes(StandardCharsets.UTF_8)));
            return new Restrictions(policies, terms.expires());
        } catch (S3Exception e) {
            throw new RefusedException("policy: " + e.message());
        }
    }
}
