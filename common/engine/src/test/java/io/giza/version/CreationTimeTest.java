package io.giza.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.paxos.Row;
import io.giza.record.MarkerCodec;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

class CreationTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.250Z");

    private final SplittableRandom random = new SplittableRandom(1);

    private Row rowOf(Instant... created) {
        Row row = Row.empty(1, 1);
        for (Instant each : created) {
            row =
                    row.append(
                            MarkerCodec.marker(
                                    PutId.random(random),
                                    0,
                                    Mode.VERSIONED,
                                    OpId.random(random),
                                    each));
        }
        return row;
    }

    @Test
    void theClockHoldsWhereNoVersionIsAhead() {
        assertThat(CreationTime.after(Row.ABSENT, NOW)).isEqualTo(NOW);
        assertThat(CreationTime.after(rowOf(NOW.minusMillis(1)), NOW)).isEqualTo(NOW);
    }

    @Test
    void aVersionAfterOneOfAClockThatIsAheadIsLaterThanThat() {
        Instant ahead = NOW.plus(Duration.ofMinutes(10));

        assertThat(CreationTime.after(rowOf(NOW.minusSeconds(9), ahead), NOW))
                .isEqualTo(ahead.plusMillis(1));
        assertThat(CreationTime.after(rowOf(NOW), NOW)).isEqualTo(NOW.plusMillis(1));
    }

    @Test
    void theNewestVersionCounts() {
        assertThat(CreationTime.after(rowOf(NOW.plusSeconds(5), NOW.minusSeconds(5)), NOW))
                .isEqualTo(NOW);
    }
}
