package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class HeadDeadlinesTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Clock clock = new Clock();
    private final HeadDeadlines<String> heads = new HeadDeadlines<>(clock);

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
            assertThat(heads.isOver("a")).isFalse();
            heads.note("a", true, false);
            clock.sleep(LONGEST.dividedBy(3));
        }
        assertThat(heads.isOver("a")).isTrue();
        assertThat(heads.isOver("b")).isFalse();
    }

    @Test
    void aHeadRightBehindAnotherHasATimeOfItsOwn() {
        heads.note("a", true, false);
        clock.sleep(LONGEST.dividedBy(2));
        heads.note("a", true, true);
        clock.sleep(LONGEST.dividedBy(2));
        assertThat(heads.isOver("a")).isFalse();
        clock.sleep(LONGEST.dividedBy(2));
        assertThat(heads.isOver("a")).isTrue();
    }

    @Test
    void whatIsCompleteOrGoneHasAllTheTime() {
        heads.note("complete", true, false);
        heads.note("complete", false, true);
        heads.note("gone", true, false);
        heads.forget("gone");
        clock.sleep(LONGEST);
        assertThat(heads.isOver("complete")).isFalse();
        assertThat(heads.isOver("gone")).isFalse();
    }
}
