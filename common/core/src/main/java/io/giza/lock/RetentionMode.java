package io.giza.lock;

/** How strictly a version is retained. */
public enum RetentionMode {
    /** Who has the permission to bypass it may shorten it, and delete the version. */
    GOVERNANCE,
    /** Nobody may shorten it, or delete the version before its end. */
    COMPLIANCE
}
