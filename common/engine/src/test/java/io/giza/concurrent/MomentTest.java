package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class MomentTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    @Test
    void aSuspendedMachineIsAsMuchOlderAsItsWallClockSays() {
        Moment start = new Clocks(5, NOON).moment();
        assertThat(start.age(new Clocks(6, NOON.plusSeconds(3600)))).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aWallClockThatIsSetBackMakesNothingYounger() {
        Moment start = new Clocks(5, NOON).moment();
        assertThat(start.age(new Clocks(1_000_000_005, NOON.minusSeconds(3600))))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void theSteadyClockMayPassTheEndOfItsNumbers() {
        Moment before = new Moment(Long.MAX_VALUE, NOON);
        assertThat(new Moment(Long.MIN_VALUE, NOON).isNotBefore(before)).isTrue();
        assertThat(before.age(new Clocks(Long.MIN_VALUE, NOON))).isEqualTo(Duration.ofNanos(1));
    }
}
