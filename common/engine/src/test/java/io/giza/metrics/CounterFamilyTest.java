package io.giza.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class CounterFamilyTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CounterFamily<String> family =
            CounterFamily.of(meters, "giza.test", "for a test", "outcome", List.of("good", "bad"));

    private double counted(String outcome) {
        return meters.get("giza.test").tag("outcome", outcome).counter().count();
    }

    @Test
    void whatMayBeExpectedIsThereBeforeItHappens() {
        assertThat(counted("bad")).isZero();
        assertThat(meters.get("giza.test").tag("outcome", "bad").counter().getId().getDescription())
                .isEqualTo("for a test");
    }

    @Test
    void eachIsCountedApart() {
        family.increment("bad");
        family.increment("bad");
        assertThat(counted("bad")).isEqualTo(2);
        assertThat(family.counts()).containsExactly(entry("good", 0), entry("bad", 2));
    }

    @Test
    void whatNobodyExpectedIsCountedFromItsFirstTimeOn() {
        family.increment("odd");
        assertThat(counted("odd")).isEqualTo(1);
        assertThat(family.counts()).doesNotContainKey("odd");
    }

    private static Map.Entry<String, Long> entry(String outcome, long count) {
        return Map.entry(outcome, count);
    }
}
