package io.giza.gateway.s3.policy;

/** What a statement does about the requests that it matches. */
public enum Effect {
    ALLOW,
    DENY
}
