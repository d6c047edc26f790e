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
record RecoveryProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("6h") Duration interval,
        @DefaultValue("5s") Duration watch,
        @DefaultValue("30d") Duration scrubInterval,
        @DefaultValue("0.25") double share,
        @DefaultValue("1000") int batch,
        @DefaultValue("8") int concurrency,
        @DefaultValue("2m") Duration leaseTerm) {
    private static final Duration MAX_DURATION = Duration.ofDays(366);
    private static final Duration MIN_LEASE_TERM = Duration.ofSeconds(4);
    private static final int MAX_BATCH = 100_000;
    private static final int MAX_CONCURRENCY = 64;

    public RecoveryProperties {
        requireInRange("interval", interval, Duration.ofMillis(1));
        requireInRange("watch", watch, Duration.ofMillis(1));
        requireInRange("scrub-interval", scrubInterval, Duration.ofMillis(1));
        requireInRange("lease-term", leaseTerm, MIN_LEASE_TERM);
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "giza.recovery.share must be above 0 and at most 1, not " + share);
        }
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
            throw new IllegalArgumentException(
                    "giza.recovery.concurrency must be 1 to "
                            + MAX_CONCURRENCY
                            + ", not "
                            + concurrency);
        }
        if (batch < 1 || batch > MAX_BATCH) {
            throw new IllegalArgumentException(
                    "giza.recovery.batch must be 1 to " + MAX_BATCH + ", not " + batch);
        }
    }

    private static void requireInRange(String key, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    "giza.recovery."
                            + key
                            + " must be "
                            + least
                            + " to "
                            + MAX_DURATION
                            + ", not "
                            + value);
        }
    }
}
