package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class ExpiryTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final Duration LIFETIME = Duration.ofSeconds(5);

    private final Expiry expiry = new Expiry(new Moment(0, NOON), LIFETIME);

    @Test
    void eitherClockEndsIt() {
        long all = LIFETIME.toNanos();
        assertThat(expiry.hasPassed(new Clocks(all - 1, NOON))).isFalse();
        assertThat(expiry.hasPassed(new Clocks(all, NOON.minusSeconds(3600)))).isTrue();
        assertThat(expiry.hasPassed(new Clocks(1, NOON.plus(LIFETIME)))).isTrue();
    }

    @Test
    void theLaterOfTwoWasLearnedLater() {
        Expiry later = new Expiry(new Moment(1, NOON.minusSeconds(1)), Duration.ofSeconds(1));
        assertThat(later.isAfter(expiry)).isTrue();
        assertThat(expiry.isAfter(later)).isFalse();
        assertThat(expiry.isAfter(expiry)).isFalse();
    }
}
