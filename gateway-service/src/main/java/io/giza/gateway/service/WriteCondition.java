package io.giza.gateway.service;

import io.giza.model.Manifest;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What must hold of the newest version for a write to happen, decided by consensus. */
public sealed interface WriteCondition {
    /** The write is unconditional. */
    record None() implements WriteCondition {
        @Override
        public boolean holdsOf(Manifest manifest) {
            return true;
        }
    }

    /** There must be no object ({@code If-None-Match: *}). */
    record Absent() implements WriteCondition {
        @Override
        public boolean holdsOf(Manifest manifest) {
            return false;
        }
    }

    /**
     * There must be no object with one of these ETags ({@code If-None-Match}).
     *
     * @param etags without quotes, at least one
     */
    record Differs(List<String> etags) implements WriteCondition {
        public Differs {
            etags = List.copyOf(etags);
        }

        @Override
        public boolean holdsOf(Manifest manifest) {
            return !etags.contains(manifest.etag());
        }
    }

    /**
     * The object must have one of these ETags ({@code If-Match}).
     *
     * @param etags without quotes, at least one; {@code *} is any object's
     */
    record Matches(List<String> etags) implements WriteCondition {
        public Matches {
            etags = List.copyOf(etags);
        }

        /** The object must have this one. */
        public Matches(String etag) {
            this(List.of(etag));
        }

        @Override
        public boolean holdsOf(Manifest manifest) {
            return etags.contains("*") || etags.contains(manifest.etag());
        }

        @Override
        public boolean needsObject() {
            return true;
        }
    }

    /**
     * The object must be as a client that deletes it describes it. No object is as good as one that
     * was deleted already, unless an ETag is asked for.
     *
     * @param etag what its ETag must be
     * @param modified when it was written, to the second
     * @param size how many bytes it has
     */
    record Described(Optional<Matches> etag, Optional<Instant> modified, OptionalLong size)
            implements WriteCondition {
        @Override
        public boolean holdsOf(Manifest manifest) {
            Instant written = manifest.created().truncatedTo(ChronoUnit.SECONDS);
            return etag.stream().allMatch(each -> each.holdsOf(manifest))
                    && modified.stream().allMatch(written::equals)
                    && size.stream().allMatch(each -> each == manifest.size());
        }

        @Override
        public boolean needsObject() {
            return etag.isPresent();
        }
    }

    /**
     * The write needs something else than the newest version, and cannot have it: the source of a
     * copy, or room within a quota. It can still turn out that an earlier attempt did the write.
     */
    record Unmet() implements WriteCondition {
        @Override
        public boolean holdsOf(Manifest manifest) {
            return false;
        }
    }

    /** Tells whether it holds of an object. */
    boolean holdsOf(Manifest manifest);

    /** Tells whether it cannot hold where there is no object. */
    default boolean needsObject() {
        return false;
    }
}
