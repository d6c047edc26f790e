package io.giza.gc;

import io.giza.gc.plan.RowPlan;
import io.giza.lifecycle.LifecycleSchedule;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;

/**
 * What a garbage collection worker is told, under {@code giza.gc}. None of these is part of safety,
 * but for {@code keepFor}: less than its default lets a retry of what was deleted do it again.
 *
 * @param enabled whether it works at all
 * @param interval how long after a sweep ended the next one begins
 * @param undecidedInterval how long after a look for undecided versions the next one begins: what
 *     two of them find is closed
 * @param settleAfter how old a put is before somebody looks whether its data came
 * @param keepFor how long a row keeps what an operation wrote though it was deleted: as long as a
 *     client may ask for it again
 * @param orphanAfter how old a fragment is before it is asked whether any version refers to it
 * @param share the share of the time that the steps of one sweep may take
 * @param leaseTerm how long the work of a worker that died stands still
 * @param lifecycle what it is told of lifecycles
 */
@ConfigurationProperties("giza.gc")
record GcProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("10m") Duration interval,
        @DefaultValue("1m") Duration undecidedInterval,
        @DefaultValue("15m") Duration settleAfter,
        @DefaultValue("20m") Duration keepFor,
        @DefaultValue("1h") Duration orphanAfter,
        @DefaultValue("0.25") double share,
        @DefaultValue("2m") Duration leaseTerm,
        @DefaultValue Lifecycle lifecycle) {
    private static final Logger LOG = LoggerFactory.getLogger(GcProperties.class);
    private static final Duration MAX_DURATION = Duration.ofDays(30);
    private static final Duration MIN_LEASE_TERM = Duration.ofSeconds(4);

    /**
     * What a worker is told of lifecycles.
     *
     * @param enabled whether it ends what they let expire
     * @param interval how long after a pass over all buckets ended the next one begins
     * @param day how long a day of a lifecycle is; less than 24 hours is for tests
     */
    public record Lifecycle(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1h") Duration interval,
            @DefaultValue("24h") Duration day) {
        public Lifecycle {
            requireInRange("lifecycle.interval", interval, Duration.ofMillis(1));
            if (!day.isPositive() || day.compareTo(LifecycleSchedule.DAY) > 0) {
                throw new IllegalArgumentException(
                        "giza.gc.lifecycle.day must be more than 0 and at most 24h, not " + day);
            }
        }

        /** Says in the log that objects end early, if they do. */
        void warnOfShortDays() {
            if (!day.equals(LifecycleSchedule.DAY)) {
                LOG.atWarn()
                        .addKeyValue("day", day)
                        .log(
                                "giza.gc.lifecycle.day is for tests: what lifecycles let expire"
                                        + " ends early");
            }
        }
    }

    public GcProperties {
        requireInRange("interval", interval, Duration.ofMillis(1));
        requireInRange("undecided-interval", undecidedInterval, Duration.ofMillis(1));
        requireInRange("settle-after", settleAfter, Duration.ZERO);
        requireInRange("keep-for", keepFor, Duration.ZERO);
        requireInRange("orphan-after", orphanAfter, Duration.ZERO);
        requireInRange("lease-term", leaseTerm, MIN_LEASE_TERM);
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "giza.gc.share must be above 0 and at most 1, not " + share);
        }
    }

    /** Returns when versions are looked at. */
    RowPlan.AgeLimits ageLimits() {
        return new RowPlan.AgeLimits(settleAfter, keepFor);
    }

    private static void requireInRange(String key, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    "giza.gc."
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
