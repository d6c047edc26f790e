package io.giza.console.view;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The buckets of whoever looks.
 *
 * @param buckets by name
 * @param problem why something was not done; empty if nothing was refused
 */
public record BucketList(List<Bucket> buckets, String problem) {
    /**
     * A bucket.
     *
     * @param created when, in ISO 8601
     * @param usage what it holds; null where no sweep has told yet, or the role may not see it
     */
    public record Bucket(String name, String created, @Nullable Usage usage) {}

    /**
     * What a bucket holds.
     *
     * @param bytes of all versions, as clients sent them
     * @param stored what they take in all data centers
     */
    public record Usage(long objects, long versions, long bytes, long stored, String ended) {}
}
