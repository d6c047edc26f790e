package io.giza.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.LongStream;

class LatenciesTest {
    private static Latencies ofMillis(LongStream millis) {
        Latencies latencies = new Latencies();
        millis.forEach(one -> latencies.add(one * 1_000_000));
        return latencies;
    }

    @Test
    void percentilesAreOfTheNearestRank() {
        Latencies hundred = ofMillis(LongStream.rangeClosed(1, 100).map(i -> 101 - i));

        assertThat(hundred.percentileMillis(0.50)).isEqualTo(50);
        assertThat(hundred.percentileMillis(0.95)).isEqualTo(95);
        assertThat(hundred.percentileMillis(0.99)).isEqualTo(99);
        assertThat(hundred.percentileMillis(1)).isEqualTo(100);
    }

    @Test
    void theOnlyOneIsEveryPercentile() {
        Latencies one = ofMillis(LongStream.of(7));

        assertThat(one.percentileMillis(0.01)).isEqualTo(7);
        assertThat(one.percentileMillis(0.99)).isEqualTo(7);
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
        assertThat(merged.percentileMillis(0.5)).isEqualTo(1000);
    }

    @Test
    void refusesWhatIsNoFraction() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Latencies().percentileMillis(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Latencies().percentileMillis(99));
    }
}
