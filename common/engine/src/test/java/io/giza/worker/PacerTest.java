package io.giza.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Time;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

class PacerTest {
    private static final Duration STEP = Duration.ofMillis(10);

    private final Clock clock = new Clock();
    private final Pacer pacer = new Pacer(clock, 0.25);

    private static final class Clock implements Time {
        private Duration now = Duration.ZERO;

        @Override
        public long nanos() {
            return now.toNanos();
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public void sleep(Duration duration) {
            now = now.plus(duration);
        }
    }

    @Test
    void aStepTakesItsShareOfTheTime() {
        pacer.step(() -> clock.sleep(STEP));
        assertThat(clock.now).isEqualTo(STEP.multipliedBy(4));
    }

    @Test
    void aLookTakesAFifthOfIt() {
        assertThat(pacer.<String, RuntimeException>look(this::seen)).isEqualTo("seen");
        assertThat(clock.now).isBetween(STEP.multipliedBy(20).minusNanos(1), STEP.multipliedBy(20));
    }

    @Test
    void aLookThatFailedIsFollowedByNoRest() {
        assertThatThrownBy(
                        () ->
                                pacer.look(
                                        () -> {
                                            clock.sleep(STEP);
                                            throw new IOException("away");
                                        }))
                .isInstanceOf(IOException.class);
        assertThat(clock.now).isEqualTo(STEP);
    }

    private String seen() {
        clock.sleep(STEP);
        return "seen";
    }
}
