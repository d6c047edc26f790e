package io.giza.gateway.service;

/** What must hold of the newest version for a write to happen, decided by consensus. */
public sealed interface WriteCondition {
    /** The write is unconditional. */
    record None() implements WriteCondition {}

    /** There must be no object ({@code If-None-Match: *}). */
    record Absent() implements WriteCondition {}

    /**
     * The object must have this ETag ({@code If-Match}).
     *
     * @param etag without quotes, or {@code *} for any object
     */
    record Matches(String etag) implements WriteCondition {}
}
