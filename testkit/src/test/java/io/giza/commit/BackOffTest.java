package io.giza.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.CommitSettings.Queue;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

class BackOffTest {
    private static final Duration UNIT = Duration.ofMillis(100);

    private static CommitSettings settings(Contention contention) {
        return CommitSettings.DEFAULTS.withStrategy(FirstRound.FAST, contention, Queue.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource({"1, 200", "2, 400", "3, 800", "4, 1600", "5, 2000", "64, 2000", "10000, 2000"})
    void pausesAreFullJitterThatDoublesUpToABound(int losses, long mostMillis) {
        SplittableRandom random = new SplittableRandom(losses);
        long[] drawn =
                LongStream.range(0, 2000)
                        .map(
                                _ ->
                                        BackOff.after(
                                                        losses,
                                                        UNIT,
                                                        settings(Contention.COOPERATIVE),
                                                        random)
                                                .toMillis())
                        .toArray();
        assertThat(LongStream.of(drawn).min().orElseThrow()).isBetween(0L, mostMillis / 50);
        assertThat(LongStream.of(drawn).max().orElseThrow())
                .isBetween(mostMillis - mostMillis / 50, mostMillis);
    }

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "3, 400", "6, 2000", "64, 2000"})
    void thePaperDoublesTheMedianWithoutJitter(int losses, long millis) {
        assertThat(
                        BackOff.after(
                                losses, UNIT, settings(Contention.SIMPLE), new SplittableRandom(1)))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void theMedianIsThatOfAQuorumOverTheNewestAnswers() {
        RoundTrips trips = new RoundTrips();
        var names = Samples.dataCenters(3);
        assertThat(trips.medianOf(2)).isEmpty();
        for (int i = 0; i < 100; i++) {
            trips.add(names.get(0), Duration.ofSeconds(9));
            trips.add(names.get(1), Duration.ofSeconds(8));
        }
        for (int i = 0; i < RoundTrips.MAX_SAMPLES; i++) {
            trips.add(names.get(0), Duration.ofMillis(1 + i % 3));
            trips.add(names.get(1), Duration.ofMillis(40));
        }
        assertThat(trips.medianOf(1)).contains(Duration.ofMillis(2));
        assertThat(trips.medianOf(2)).contains(Duration.ofMillis(40));
        assertThat(trips.medianOf(3)).isEmpty();
    }
}
