package io.giza.testkit.check;

import org.jspecify.annotations.Nullable;

/**
 * One operation on one key, as its client saw it. Moments are counted by the recorder: an operation
 * that was answered before another was invoked came before it.
 */
public sealed interface Operation {
    /** The moment of an answer that never came. */
    long NEVER = Long.MAX_VALUE;

    /** What is not known of a version. */
    long UNKNOWN_VERSION = 0;

    /** Returns the moment at which it was asked for. */
    long invoked();

    /** Returns the moment of its answer, {@link #NEVER} if its outcome is unknown. */
    long answered();

    /** Returns the value written or found; null for a delete, or when there was none. */
    @Nullable String value();

    /** Returns the version written or found, {@link #UNKNOWN_VERSION} if not known. */
    long version();

    /**
     * A put or a delete. If its outcome is unknown it may take effect at any time after it was
     * invoked, or never.
     */
    record Write(@Nullable String value, long version, long invoked, long answered)
            implements Operation {
        public Write {
            checkMoments(invoked, answered);
        }
    }

    /** A get; always answered, since one that was not says nothing. */
    record Read(@Nullable String value, long version, long invoked, long answered)
            implements Operation {
        public Read {
            checkMoments(invoked, answered);
            if (answered == NEVER) {
                throw new IllegalArgumentException("a read without an answer says nothing");
            }
        }
    }

    private static void checkMoments(long invoked, long answered) {
        if (invoked < 0 || answered <= invoked) {
            throw new IllegalArgumentException(
                    "must be answered after it was invoked: " + invoked + ", " + answered);
        }
    }
}
