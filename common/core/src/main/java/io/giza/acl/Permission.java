package io.giza.acl;

/** What a list can grant. */
public enum Permission {
    /** To list a bucket, or to read an object. */
    READ,
    /** To put objects into a bucket. */
    WRITE,
    /** To read the list. */
    READ_ACP,
    /** To replace the list. */
    WRITE_ACP,
    /** All of them. */
    FULL_CONTROL;

    /** Tells whether whoever has it has another too. */
    boolean covers(Permission other) {
        return this == FULL_CONTROL || this == other;
    }
}
