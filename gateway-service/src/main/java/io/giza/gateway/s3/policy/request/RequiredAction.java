package io.giza.gateway.s3.policy.request;

import io.giza.gateway.s3.policy.S3Action;

/**
 * An action that a request needs.
 *
 * @param action which
 * @param subject what it is done to
 */
public record RequiredAction(S3Action action, Subject subject) {
    /** What an action is done to. */
    public enum Subject {
        /** To no bucket: {@link io.giza.gateway.s3.policy.PolicyRequest#ALL_BUCKETS}. */
        SERVICE,
        /** To the bucket that the request names. */
        BUCKET,
        /** To the object that the request names. */
        OBJECT,
        /** To the object that the request puts in the place of what it names. */
        NEW_OBJECT,
        /** To the object that is copied. */
        SOURCE
    }

    static RequiredAction of(S3Action action) {
        return new RequiredAction(
                action,
                switch (action.kind()) {
                    case SERVICE -> Subject.SERVICE;
                    case BUCKET -> Subject.BUCKET;
                    case OBJECT -> Subject.OBJECT;
                });
    }
}
