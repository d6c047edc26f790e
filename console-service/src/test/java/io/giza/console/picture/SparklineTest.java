package io.giza.console.picture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class SparklineTest {
    @Test
    void theNewestIsAtTheRightEndAndTheGreatestAtTheTop() {
        assertThat(Sparkline.of(List.of(0L, 5L, 10L), 5).line())
                .isEqualTo("120.0,34.0 180.0,18.0 240.0,2.0");
    }

    @Test
    void whereNothingHappenedTheLineIsFlat() {
        assertThat(Sparkline.of(List.of(0L, 0L), 2).line()).isEqualTo("0.0,34.0 240.0,34.0");
    }

    @Test
    void oneNumberIsNoLine() {
        assertThat(Sparkline.of(List.of(7L), 120).line()).isEmpty();
    }
}
