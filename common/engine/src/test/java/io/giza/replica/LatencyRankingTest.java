package io.giza.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.ManualTime;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

class LatencyRankingTest {
    private static final DcName HOME = new DcName("dc1");
    private static final DcName NEAR = new DcName("dc2");
    private static final DcName FAR = new DcName("dc3");
    private static final Duration HEDGE = Duration.ofMillis(500);
    private static final int SHORT = 1000;
    private static final int LONG = 1 << 20;

    private final ManualTime clock = new ManualTime();
    private final Set<DcName> down = new HashSet<>();
    private final LatencyRanking nearness = new LatencyRanking(clock, HOME, down::contains, HEDGE);

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    private void answers(DcName dc, int times, long millis) {
        for (int i = 0; i < times; i++) {
            nearness.answered(dc, SHORT, millis(millis));
        }
    }

    @Test
    void homeIsTheNearestWhileNothingIsMeasured() {
        assertThat(nearness.distance(HOME, SHORT)).isLessThan(nearness.distance(NEAR, SHORT));
        assertThat(nearness.distance(NEAR, SHORT)).isEqualTo(nearness.distance(FAR, SHORT));
        assertThat(nearness.lateAfter(FAR, SHORT)).isEqualTo(HEDGE);
    }

    @Test
    void distanceFollowsTheNewestReads() {
        answers(NEAR, 30, 10);
        answers(FAR, 30, 90);
        assertThat(nearness.distance(NEAR, SHORT)).isEqualTo(millis(10));
        assertThat(nearness.distance(FAR, SHORT)).isEqualTo(millis(90));
        answers(NEAR, 12, 300);
        assertThat(nearness.distance(NEAR, SHORT)).isGreaterThan(millis(200));
    }

    @Test
    void shortAndLongReadsAreMeasuredApart() {
        nearness.answered(NEAR, LONG, millis(400));
        nearness.answered(NEAR, SHORT, millis(10));
        assertThat(nearness.distance(NEAR, LONG)).isEqualTo(millis(400));
        assertThat(nearness.distance(NEAR, SHORT)).isEqualTo(millis(10));
    }

    @Test
    void lateIsThe95thPercentileOfTheNewestReads() {
        answers(FAR, 15, 100);
        assertThat(nearness.lateAfter(FAR, SHORT)).isEqualTo(HEDGE);
        for (int i = 1; i <= 64; i++) {
            answers(FAR, 1, 100 + i);
        }
        assertThat(nearness.lateAfter(FAR, SHORT)).isEqualTo(millis(161));
    }

    @Test
    void nothingIsLateSoonerThanTheFloor() {
        answers(HOME, 64, 1);
        assertThat(nearness.lateAfter(HOME, SHORT)).isEqualTo(LatencyRanking.MIN_LATE_AFTER);
    }

    @Test
    void stallsDoNotMakeLatenessLongButDistanceDoes() {
        answers(NEAR, 50, 100);
        answers(NEAR, 14, 30_000);
        assertThat(nearness.lateAfter(NEAR, SHORT)).isEqualTo(HEDGE);
        answers(FAR, 64, 800);
        answers(FAR, 7, 30_000);
        assertThat(nearness.lateAfter(FAR, SHORT)).isEqualTo(millis(1600));
    }

    @Test
    void waitingInVainCountsOnlyIfItWasLongerThanExpected() {
        answers(NEAR, 1, 100);
        nearness.cancelled(NEAR, SHORT, millis(20));
        assertThat(nearness.distance(NEAR, SHORT)).isEqualTo(millis(100));
        nearness.cancelled(NEAR, SHORT, millis(900));
        assertThat(nearness.distance(NEAR, SHORT)).isEqualTo(millis(200));
    }

    @Test
    void whatWasMeasuredLongAgoCountsLessUntilItIsMeasuredAgain() {
        answers(HOME, 1, 2);
        answers(FAR, 20, 100);
        clock.sleep(LatencyRanking.HALF_LIFE);
        assertThat(nearness.distance(FAR, SHORT)).isEqualTo(millis(50));
        clock.sleep(LatencyRanking.HALF_LIFE.multipliedBy(2000));
        assertThat(nearness.distance(FAR, SHORT)).isEqualTo(LatencyRanking.UNMEASURED_DISTANCE);
        assertThat(nearness.distance(HOME, SHORT)).isLessThan(LatencyRanking.UNMEASURED_DISTANCE);
        answers(FAR, 1, 70);
        assertThat(nearness.distance(FAR, SHORT)).isEqualTo(millis(70));
    }

    @Test
    void whoFailedIsSuspectedUntilItAnswers() {
        nearness.failed(FAR);
        assertThat(nearness.isSuspect(FAR)).isTrue();
        answers(FAR, 1, 70);
        assertThat(nearness.isSuspect(FAR)).isFalse();
        nearness.failed(FAR);
        clock.sleep(Duration.ofMinutes(1));
        assertThat(nearness.isSuspect(FAR)).isFalse();
        down.add(FAR);
        assertThat(nearness.isSuspect(FAR)).isTrue();
    }
}
