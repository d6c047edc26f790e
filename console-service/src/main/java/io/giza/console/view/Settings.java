package io.giza.console.view;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What is set for a bucket.
 *
 * @param versioning such as "Enabled"
 * @param rules of its lifecycle
 * @param origins what pages of other origins may
 * @param tags as lines
 * @param quota how much it may hold; null where the role may not see it
 * @param expiring what would expire now; null where the role may not see it
 * @param protection who else may use it, and how its versions are locked
 */
public record Settings(
        String bucket,
        String versioning,
        List<Rule> rules,
        List<Origin> origins,
        String tags,
        @Nullable Quota quota,
        @Nullable Expiring expiring,
        Protection protection) {
    /**
     * A rule of the lifecycle.
     *
     * @param actions what it does, for people
     */
    public record Rule(String id, String filter, boolean enabled, List<String> actions) {}

    /** A rule of other origins. */
    public record Origin(String origins, String methods, String headers, String exposed) {}

    /** How much the bucket may hold; 0 is not limited. */
    public record Quota(long bytes, long objects) {}

    /** How many would expire now in all buckets, as a sweep would find it. */
    public record Expiring(long current, long noncurrent, long markers, long uploads) {
        /** Returns the sum. */
        public long all() {
            return current + noncurrent + markers + uploads;
        }
    }

    /** Returns the path of the bucket. */
    public String path() {
        return "/buckets/" + Format.parameter(bucket);
    }
}
