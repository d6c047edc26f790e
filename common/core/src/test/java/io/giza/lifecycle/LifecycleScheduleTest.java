package io.giza.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.Expiration;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleSchedule.Data;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.lifecycle.LifecycleSchedule.Superseded;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

class LifecycleScheduleTest {
    private static final Instant CREATED = Instant.parse("2026-01-15T10:30:00Z");
    private static final LifecycleFilter ALL = LifecycleFilter.of("");

    @Test
    void daysEndAtTheNextMidnight() {
        var schedule = schedule(rule("a", ALL, new AfterDays(3)));

        assertDue(schedule.current(data("k", 1)), "2026-01-19T00:00:00Z", "a");
        assertDue(schedule.loneMarker("k", CREATED), "2026-01-19T00:00:00Z", "a");
    }

    @Test
    void daysThatTestsShortenEndAtOnceAndDatesStay() {
        var configuration =
                new LifecycleConfiguration(
                        List.of(
                                rule("days", LifecycleFilter.of("d/"), new AfterDays(3)),
                                rule(
                                        "date",
                                        LifecycleFilter.of("o/"),
                                        new OnDate(Instant.parse("2026-02-01T00:00:00Z")))));
        var schedule = new LifecycleSchedule(configuration, Duration.ofSeconds(2));

        assertDue(schedule.current(data("d/k", 1)), "2026-01-15T10:30:06Z", "days");
        assertDue(schedule.current(data("o/k", 1)), "2026-02-01T00:00:00Z", "date");
    }

    @Test
    void aDateCountsFromThenOnAndNeverBeforeTheVersionWasThere() {
        var schedule =
                schedule(
                        rule("future", ALL, new OnDate(Instant.parse("2026-02-01T00:00:00Z"))),
                        rule("past", LifecycleFilter.of("p/"), new OnDate(Instant.EPOCH)));

        assertDue(schedule.current(data("k", 1)), "2026-02-01T00:00:00Z", "future");
        assertDue(schedule.current(data("p/k", 1)), CREATED.toString(), "past");
    }

    @Test
    void theEarliestOfAllRulesCounts() {
        var schedule =
                schedule(
                        rule("late", ALL, new AfterDays(30)),
                        rule("soon", LifecycleFilter.of("tmp/"), new AfterDays(1)));

        assertDue(schedule.current(data("tmp/k", 1)), "2026-01-17T00:00:00Z", "soon");
        assertDue(schedule.current(data("k", 1)), "2026-02-15T00:00:00Z", "late");
    }

    @Test
    void aRuleThatIsNotEnabledDoesNothing() {
        LifecycleRule off =
                new LifecycleRule("off", false, ALL, actions(new AfterDays(1), null, 1));

        assertThat(schedule(off).current(data("k", 1))).isEmpty();
        assertThat(schedule(off).upload("k", CREATED)).isEmpty();
    }

    @Test
    void allConditionsOfAFilterMustHold() {
        var tags = new TreeMap<>(Map.of("kind", "log"));
        var schedule =
                schedule(rule("r", new LifecycleFilter("p/", tags, 10, 100), new AfterDays(1)));

        assertThat(schedule.current(tagged("p/k", 50, Map.of("kind", "log", "x", "y"))))
                .isPresent();
        assertThat(schedule.current(tagged("k", 50, tags))).isEmpty();
        assertThat(schedule.current(tagged("p/k", 50, Map.of("kind", "other")))).isEmpty();
        assertThat(schedule.current(tagged("p/k", 50, Map.of()))).isEmpty();
        assertThat(schedule.current(tagged("p/k", 10, tags))).isEmpty();
        assertThat(schedule.current(tagged("p/k", 11, tags))).isPresent();
        assertThat(schedule.current(tagged("p/k", 99, tags))).isPresent();
        assertThat(schedule.current(tagged("p/k", 100, tags))).isEmpty();
        assertThat(schedule.loneMarker("p/k", CREATED)).isEmpty();
    }

    @Test
    void loneMarkersGoAtOnceAndDataStaysWhereOnlyMarkersAreAskedFor() {
        var schedule = schedule(rule("m", ALL, new LoneMarkers()));

        assertDue(schedule.loneMarker("k", CREATED), CREATED.toString(), "m");
        assertThat(schedule.current(data("k", 1))).isEmpty();
        assertThat(schedule.noncurrent(data("k", 1), new Superseded(CREATED, 0))).isEmpty();
    }

    @Test
    void versionsCountFromWhenTheyWereSupersededAndTheNewestAreKept() {
        var schedule =
                schedule(new LifecycleRule("n", true, ALL, actions(null, new Noncurrent(2, 1), 0)));
        Instant since = CREATED.plusSeconds(86_400);

        assertDue(
                schedule.noncurrent(data("k", 1), new Superseded(since, 1)),
                "2026-01-19T00:00:00Z",
                "n");
        assertDue(
                schedule.noncurrentMarker("k", new Superseded(since, 1)),
                "2026-01-19T00:00:00Z",
                "n");
        assertThat(schedule.noncurrent(data("k", 1), new Superseded(since, 0))).isEmpty();
        assertThat(schedule.current(data("k", 1))).isEmpty();
    }

    @Test
    void uploadsAreAbortedByPrefix() {
        var schedule =
                schedule(
                        new LifecycleRule(
                                "u", true, LifecycleFilter.of("p/"), actions(null, null, 7)));

        assertDue(schedule.upload("p/k", CREATED), "2026-01-23T00:00:00Z", "u");
        assertThat(schedule.upload("k", CREATED)).isEmpty();
    }

    @Test
    void whatMeansNothingIsNoRule() {
        assertThatIllegalArgumentException().isThrownBy(() -> actions(null, null, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AfterDays(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Noncurrent(1, 101));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LifecycleFilter("", new TreeMap<>(), 10, 11));
        assertThatIllegalArgumentException().isThrownBy(LifecycleScheduleTest::schedule);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                schedule(
                                        rule("same", ALL, new AfterDays(1)),
                                        rule("same", ALL, new AfterDays(2))));
    }

    private static LifecycleSchedule schedule(LifecycleRule... rules) {
        return new LifecycleSchedule(new LifecycleConfiguration(List.of(rules)));
    }

    private static LifecycleRule rule(String id, LifecycleFilter filter, Expiration expiration) {
        return new LifecycleRule(id, true, filter, actions(expiration, null, 0));
    }

    private static LifecycleActions actions(
            @Nullable Expiration expiration, @Nullable Noncurrent noncurrent, int abort) {
        return new LifecycleActions(expiration, noncurrent, abort);
    }

    private static Data data(String key, long size) {
        return tagged(key, size, Map.of());
    }

    private static Data tagged(String key, long size, Map<String, String> tags) {
        return new Data(key, size, tags, CREATED);
    }

    private static void assertDue(Optional<Due> due, String at, String rule) {
        assertThat(due).contains(new Due(Instant.parse(at), rule));
    }
}
