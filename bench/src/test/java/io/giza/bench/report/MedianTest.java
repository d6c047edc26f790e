package io.giza.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;

class MedianTest {
    @Test
    void isTheMiddleOneWhateverTheOrder() {
        assertThat(Median.of(List.of(9.0, 1.0, 4.0))).isEqualTo(4);
    }

    @Test
    void isBetweenTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Median.of(List.of(1.0, 8.0, 4.0, 2.0))).isEqualTo(3);
    }

    @Test
    void ratiosAreOfPartnersAndNotOfMedians() {
        assertThat(Median.ofRatios(List.of(2.0, 30.0, 4.0), List.of(1.0, 10.0, 1.0))).isEqualTo(3);
    }

    @Test
    void nothingHasNoMedian() {
        assertThatIllegalArgumentException().isThrownBy(() -> Median.of(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Median.ofRatios(List.of(1.0), List.of()));
    }
}
