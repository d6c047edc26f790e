package io.giza.lifecycle;

import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.Expiration;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What expires when. Days are counted as S3 counts them: so many times 24 hours later, and from
 * there to the next midnight in UTC, so that nothing expires early.
 *
 * <p>A time that is returned says from when on the thing may be removed by this configuration;
 * whoever removes it must make sure that it is still what was asked about.
 *
 * @param configuration the bucket's lifecycle
 * @param day how long a day is; one that is not {@link #DAY} is for tests, and does not end at
 *     midnight
 */
public record LifecycleSchedule(LifecycleConfiguration configuration, Duration day) {
    /** A day. */
    public static final Duration DAY = Duration.ofDays(1);

    /** What expires when, by days of 24 hours. */
    public LifecycleSchedule(LifecycleConfiguration configuration) {
        this(configuration, DAY);
    }

    /**
     * From when on something may be removed.
     *
     * @param at the time
     * @param ruleId the rule that says so
     */
    public record Due(Instant at, String ruleId) {}

    /**
     * A version with data.
     *
     * @param key the object's key
     * @param size in bytes
     * @param tags value by key
     * @param created when it was created
     */
    public record Data(String key, long size, Map<String, String> tags, Instant created) {
        public Data {
            tags = Map.copyOf(tags);
        }
    }

    /**
     * Why a version is not the newest any more.
     *
     * @param since when the next newer version was created
     * @param newer how many versions lie between it and the newest
     */
    public record Superseded(Instant since, int newer) {}

    /** Tells when the newest version of a key expires, if it is no delete marker. */
    public Optional<Due> current(Data version) {
        return earliest(
                rule ->
                        rule.filter().holdsForData(version.key(), version.size(), version.tags())
                                ? ofData(rule.actions().expiration(), version.created())
                                : null);
    }

    /** Tells when a delete marker expires that is the only version of its key. */
    public Optional<Due> loneMarker(String key, Instant created) {
        return earliest(
                rule ->
                        rule.filter().holdsForMarker(key)
                                ? ofMarker(rule.actions().expiration(), created)
                                : null);
    }

    /** Tells when a version expires that is not the newest. */
    public Optional<Due> noncurrent(Data version, Superseded superseded) {
        return earliest(
                rule ->
                        rule.filter().holdsForData(version.key(), version.size(), version.tags())
                                ? ofNoncurrent(rule.actions().noncurrent(), superseded)
                                : null);
    }

    /** Tells when a delete marker expires that is not the newest version. */
    public Optional<Due> noncurrentMarker(String key, Superseded superseded) {
        return earliest(
                rule ->
                        rule.filter().holdsForMarker(key)
                                ? ofNoncurrent(rule.actions().noncurrent(), superseded)
                                : null);
    }

    /** Tells when an upload is aborted that was not completed. */
    public Optional<Due> upload(String key, Instant initiated) {
        return earliest(
                rule -> {
                    int days = rule.actions().abortUploadsAfterDays();
                    return days > 0 && rule.filter().holdsForMarker(key)
                            ? endOfDays(initiated, days)
                            : null;
                });
    }

    private Optional<Due> earliest(Function<LifecycleRule, @Nullable Instant> time) {
        return configuration.rules().stream()
                .filter(LifecycleRule::enabled)
                .flatMap(rule -> due(rule, time.apply(rule)))
                .min(Comparator.comparing(Due::at));
    }

    private static Stream<Due> due(LifecycleRule rule, @Nullable Instant at) {
        return at == null ? Stream.empty() : Stream.of(new Due(at, rule.id()));
    }

    private @Nullable Instant ofData(@Nullable Expiration expiration, Instant created) {
        return switch (expiration) {
            case null -> null;
            case LoneMarkers() -> null;
            case AfterDays(int days) -> endOfDays(created, days);
            case OnDate(Instant date) -> date.isAfter(created) ? date : created;
        };
    }

    private @Nullable Instant ofMarker(@Nullable Expiration expiration, Instant created) {
        return switch (expiration) {
            case null -> null;
            case LoneMarkers() -> created;
            case AfterDays(int days) -> endOfDays(created, days);
            case OnDate(Instant date) -> date.isAfter(created) ? date : created;
        };
    }

    private @Nullable Instant ofNoncurrent(@Nullable Noncurrent rule, Superseded version) {
        return rule == null || version.newer() < rule.kept()
                ? null
                : endOfDays(version.since(), rule.days());
    }

    private Instant endOfDays(Instant start, int days) {
        Instant end = start.plus(day.multipliedBy(days));
        return day.equals(DAY) ? end.truncatedTo(ChronoUnit.DAYS).plus(DAY) : end;
    }
}
