package io.giza.recovery;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;

/**
 * What a recovery worker is told, under {@code giza.recovery}. None of these is part of safety.
 *
 * @param enabled whether it works at all
 * @param interval how long after data centers were compared they are compared again; they are
 *     anyway as soon as one is back
 * @param watch how often it looks whether all data centers are there
 * @param scrubInterval how long after all fragments were read and checked they are again
 * @param share the share of the time that the steps of one job may take
 * @param batch of how many versions that lack a fragment the most endangered comes first
 * @param concurrency how many keys are worked at at once when a data center is filled
 * @param leaseTerm how long the work of a worker that died stands still
 */
@ConfigurationProperties("giza.recovery")
public record RecoveryProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("6h") Duration interval,
        @DefaultValue("5s") Duration watch,
        @DefaultValue("30d") Duration scrubInterval,
        @DefaultValue("0.25") double share,
        @DefaultValue("1000") int batch,
        @DefaultValue("8") int concurrency,
        @DefaultValue("2m") Duration leaseTerm) {
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final Duration SHORTEST_TERM = Duration.ofSeconds(4);
    private static final int LARGEST_BATCH = 100_000;
    private static final int MOST_AT_ONCE = 64;

    public RecoveryProperties {
        requireSane("interval", interval, Duration.ofMillis(1));
        requireSane("watch", watch, Duration.ofMillis(1));
        requireSane("scrub-interval", scrubInterval, Duration.ofMillis(1));
        requireSane("lease-term", leaseTerm, SHORTEST_TERM);
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "giza.recovery.share must be above 0 and at most 1, not " + share);
        }
        if (concurrency < 1 || concurrency > MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    "giza.recovery.concurrency must be 1 to "
                            + MOST_AT_ONCE
                            + ", not "
                            + concurrency);
        }
        if (batch < 1 || batch > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "giza.recovery.batch must be 1 to " + LARGEST_BATCH + ", not " + batch);
        }
    }

    private static void requireSane(String key, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "giza.recovery."
                            + key
                            + " must be "
                            + least
                            + " to "
                            + LONGEST
                            + ", not "
                            + value);
        }
    }
}
