package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class RequestHeadDeadlinesTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Clock clock = new Clock();
    private final RequestHeadDeadlines<String> heads = new RequestHeadDeadlines<>(clock);

    /** Stands still, but for who sleeps. */
    private static final class Clock implements Time {
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) {
            nanos += duration.toNanos();
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(nanos);
        }
    }

    @Test
    void aHeadThatDripsHasOneTimeForAllOfIt() {
        for (int i = 0; i < 3; i++) {
            assertThat(heads.isOverdue("a")).isFalse();
            heads.update("a", true, false);
            clock.sleep(LONGEST.dividedBy(3));
        }
        assertThat(heads.isOverdue("a")).isTrue();
        assertThat(heads.isOverdue("b")).isFalse();
    }

    @Test
    void aHeadRightBehindAnotherHasATimeOfItsOwn() {
        heads.update("a", true, false);
        clock.sleep(LONGEST.dividedBy(2));
        heads.update("a", true, true);
        clock.sleep(LONGEST.dividedBy(2));
        assertThat(heads.isOverdue("a")).isFalse();
        clock.sleep(LONGEST.dividedBy(2));
        assertThat(heads.isOverdue("a")).isTrue();
    }

    @Test
    void whatIsCompleteOrGoneHasAllTheTime() {
        heads.update("complete", true, false);
        heads.update("complete", false, true);
        heads.update("gone", true, false);
        heads.forget("gone");
        clock.sleep(LONGEST);
        assertThat(heads.isOverdue("complete")).isFalse();
        assertThat(heads.isOverdue("gone")).isFalse();
    }
}
