package io.giza.gateway.s3.logging;

import io.giza.config.ByteSize;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;

/**
 * How server access logs of buckets are delivered, under {@code giza.gateway.bucket-logs}.
 *
 * @param interval how often what was gathered is delivered, 1 second to 1 hour
 * @param freshness how long it is remembered where the records of a bucket go, at most 1 hour
 * @param memory what records may take that wait for their delivery, at least 1 MiB
 */
@ConfigurationProperties("giza.gateway.bucket-logs")
public record BucketLogProperties(
        @DefaultValue("5m") Duration interval,
        @DefaultValue("30s") Duration freshness,
        @DefaultValue("32MiB") ByteSize memory) {
    private static final ByteSize LEAST_MEMORY = ByteSize.valueOf("1MiB");
    private static final Duration LONGEST = Duration.ofHours(1);

    public BucketLogProperties {
        require(
                interval.compareTo(Duration.ofSeconds(1)) >= 0 && interval.compareTo(LONGEST) <= 0,
                "interval must be 1s to 1h");
        require(
                freshness.isPositive() && freshness.compareTo(LONGEST) <= 0,
                "freshness must be more than 0 and at most 1h");
        require(
                memory.compareTo(LEAST_MEMORY) >= 0,
                "memory must be at least " + LEAST_MEMORY + ", not " + memory);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("giza.gateway.bucket-logs." + problem);
        }
    }
}
