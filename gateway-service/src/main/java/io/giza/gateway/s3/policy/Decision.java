package io.giza.gateway.s3.policy;

/** What policies say of a request. */
public enum Decision {
    /** A statement denies it, whatever others say. */
    DENY,
    /** A statement allows it, and none denies it. */
    ALLOW,
    /** No statement speaks of it. */
    NONE
}
