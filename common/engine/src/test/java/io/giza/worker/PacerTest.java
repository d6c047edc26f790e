package io.giza.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.ManualTime;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;

class PacerTest {
    private static final Duration STEP = Duration.ofMillis(10);

    private final ManualTime clock = new ManualTime();
    private final Pacer pacer = new Pacer(clock, 0.25);

    @Test
    void aStepTakesItsShareOfTheTime() {
        pacer.step(() -> clock.sleep(STEP));
        assertThat(Duration.ofNanos(clock.nanos())).isEqualTo(STEP.multipliedBy(4));
    }

    @Test
    void aLookTakesAFifthOfIt() {
        assertThat(pacer.<String, RuntimeException>look(this::seen)).isEqualTo("seen");
        assertThat(Duration.ofNanos(clock.nanos()))
                .isBetween(STEP.multipliedBy(20).minusNanos(1), STEP.multipliedBy(20));
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
        assertThat(Duration.ofNanos(clock.nanos())).isEqualTo(STEP);
    }

    private String seen() {
        clock.sleep(STEP);
        return "seen";
    }
}
