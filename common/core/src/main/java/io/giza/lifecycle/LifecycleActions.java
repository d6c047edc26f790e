package io.giza.lifecycle;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * What a rule does, at least one thing.
 *
 * @param expiration when the newest version expires, or null
 * @param noncurrent when versions that are not the newest expire, or null
 * @param abortUploadsAfterDays after how many days unfinished uploads are aborted, 0 for never
 * @throws IllegalArgumentException if there is none
 */
public record LifecycleActions(
        @Nullable Expiration expiration,
        @Nullable Noncurrent noncurrent,
        int abortUploadsAfterDays) {
    public LifecycleActions {
        if (abortUploadsAfterDays < 0) {
            throw new IllegalArgumentException("days must be positive");
        }
        if (expiration == null && noncurrent == null && abortUploadsAfterDays == 0) {
            throw new IllegalArgumentException("a rule does at least one thing");
        }
    }

    /** When the newest version of a key expires. */
    public sealed interface Expiration {}

    /**
     * So many days after it was created; so does a delete marker that is the only version left.
     *
     * @param days at least 1
     */
    public record AfterDays(int days) implements Expiration {
        public AfterDays {
            requirePositive(days);
        }
    }

    /**
     * On a day, and from then on.
     *
     * @param date midnight in UTC
     */
    public record OnDate(Instant date) implements Expiration {}

    /** It does not, but a delete marker that is the only version left does, at once. */
    public record LoneMarkers() implements Expiration {}

    /**
     * When versions that are not the newest expire.
     *
     * @param days how many days after they stopped to be the newest, at least 1
     * @param kept how many of them, the newest, are kept longer, 0 to 100
     */
    public record Noncurrent(int days, int kept) {
        /** The most versions that a rule may keep. */
        public static final int MAX_KEPT = 100;

        public Noncurrent {
            requirePositive(days);
            if (kept < 0 || kept > MAX_KEPT) {
                throw new IllegalArgumentException("0 to " + MAX_KEPT + " versions may be kept");
            }
        }
    }

    private static void requirePositive(int days) {
        if (days < 1) {
            throw new IllegalArgumentException("days must be positive");
        }
    }
}
