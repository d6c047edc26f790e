package io.giza.gateway.s3.acl;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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

    static Optional<Permission> named(String text) {
        return Arrays.stream(values()).filter(each -> each.name().equals(text)).findFirst();
    }

    /** Returns the name of the header that grants it. */
    String header() {
        return "x-amz-grant-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Tells whether whoever has it has another too. */
    boolean covers(Permission other) {
        return this == FULL_CONTROL || this == other;
    }
}
