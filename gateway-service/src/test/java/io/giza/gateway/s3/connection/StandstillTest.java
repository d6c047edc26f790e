package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.SteppedClock;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** When a process counts as having stood still. */
class StandstillTest {
    private final SteppedClock clock = new SteppedClock();
    private final Standstill standstill = new Standstill(clock);

    private void run(Duration length) {
        for (Duration gone = Duration.ZERO;
                gone.compareTo(length) < 0;
                gone = gone.plus(Standstill.INTERVAL)) {
            clock.advance(Standstill.INTERVAL);
            standstill.beat();
        }
    }

    @Test
    void aProcessThatStartsForLongDoesNotStandStill() {
        clock.advance(Duration.ofSeconds(30));
        assertThat(standstill.isRecent()).isFalse();
        run(Duration.ofSeconds(1));
        assertThat(standstill.isRecent()).isFalse();
    }

    @Test
    void aProcessThatRunsDoesNotStandStill() {
        run(Duration.ofMinutes(2));
        assertThat(standstill.isRecent()).isFalse();
    }

    @Test
    void aGapIsKnownBeforeTheNextBeatAndForAMinuteAfterIt() {
        run(Duration.ofSeconds(5));
        clock.advance(Duration.ofSeconds(3));
        assertThat(standstill.isRecent()).as("before the beat").isTrue();
        standstill.beat();
        run(Duration.ofSeconds(59));
        assertThat(standstill.isRecent()).as("after the beat").isTrue();
        run(Duration.ofSeconds(1));
        assertThat(standstill.isRecent()).as("a minute later").isFalse();
    }

    @Test
    void aSuspendedMachineStoodStillThoughItsSteadyClockDidToo() {
        run(Duration.ofSeconds(5));
        clock.suspend(Duration.ofSeconds(3));
        assertThat(standstill.isRecent()).isTrue();
        run(Duration.ofSeconds(1));
        assertThat(standstill.isRecent()).isTrue();
    }
}
