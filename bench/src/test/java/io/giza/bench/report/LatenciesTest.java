package io.giza.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.LongStream;

class LatenciesTest {
    private static final Percentage THREE_DIGITS = withPercentage(0.1);

    private static Latencies ofMillis(LongStream millis) {
        Latencies latencies = new Latencies();
        millis.forEach(one -> latencies.add(one * 1_000_000));
        return latencies;
    }

    @Test
    void percentilesAreOfTheNearestRank() {
        Latencies hundred = ofMillis(LongStream.rangeClosed(1, 100).map(i -> 101 - i));

        assertThat(hundred.percentileMillis(0.50)).isCloseTo(50, THREE_DIGITS);
        assertThat(hundred.percentileMillis(0.95)).isCloseTo(95, THREE_DIGITS);
        assertThat(hundred.percentileMillis(0.99)).isCloseTo(99, THREE_DIGITS);
        assertThat(hundred.percentileMillis(1)).isCloseTo(100, THREE_DIGITS);
    }

    @Test
    void theOnlyOneIsEveryPercentile() {
        Latencies one = ofMillis(LongStream.of(7));

        assertThat(one.percentileMillis(0.01)).isCloseTo(7, THREE_DIGITS);
        assertThat(one.percentileMillis(0.99)).isCloseTo(7, THREE_DIGITS);
    }

    @Test
    void noneAtAllIsZero() {
        assertThat(new Latencies().percentileMillis(0.5)).isZero();
    }

    @Test
    void moreThanFitAtFirstAreKeptAndMerged() {
        Latencies merged =
                Latencies.merged(
                        List.of(
                                ofMillis(LongStream.rangeClosed(1, 1000)),
                                ofMillis(LongStream.rangeClosed(1001, 2000))));

        assertThat(merged.count()).isEqualTo(2000);
        assertThat(merged.percentileMillis(0.5)).isCloseTo(1000, THREE_DIGITS);
    }

    @Test
    void refusesWhatIsNoFraction() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Latencies().percentileMillis(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Latencies().percentileMillis(99));
    }
}
