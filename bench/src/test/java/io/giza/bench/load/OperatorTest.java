package io.giza.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperatorTest {
    @Test
    void theBytesOfADirectionAreReadFromTheTextForPrometheus() {
        String text =
                """
                # TYPE giza_fragment_bytes_total counter
                giza_fragment_bytes_total{application="fragment-service",direction="received"} 1.5E3
                giza_fragment_bytes_total{application="fragment-service",direction="sent"} 7.0
                giza_fragment_bytes_totals{direction="sent"} 9.0
                """;
        assertThat(Operator.bytes(text, "sent")).isEqualTo(7);
        assertThat(Operator.bytes(text, "received")).isEqualTo(1500);
        assertThat(Operator.bytes(text, "examined")).isZero();
    }
}
