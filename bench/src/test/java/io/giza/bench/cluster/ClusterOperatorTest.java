package io.giza.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterOperatorTest {
    @Test
    void theBytesOfADirectionAreReadFromTheTextForPrometheus() {
        String text =
                """
                # TYPE giza_fragment_bytes_total counter
                giza_fragment_bytes_total{application="fragment-service",direction="received"} 1.5E3
                giza_fragment_bytes_total{application="fragment-service",direction="sent"} 7.0
                giza_fragment_bytes_totals{direction="sent"} 9.0
                """;
        assertThat(ClusterOperator.bytes(text, "sent")).isEqualTo(7);
        assertThat(ClusterOperator.bytes(text, "received")).isEqualTo(1500);
        assertThat(ClusterOperator.bytes(text, "examined")).isZero();
    }
}
