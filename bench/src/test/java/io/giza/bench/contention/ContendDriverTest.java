package io.giza.bench.contention;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

class ContendDriverTest {
    private static final String PROMETHEUS =
            """
            # TYPE giza_commit_ended_total counter
            giza_commit_ended_total{outcome="classic"} 3.0
            giza_commit_ended_total{application="x",outcome="fast"} 1.2E3
            giza_commit_ended_total{outcome="fast",zone="y"} 1.0
            giza_commit_reads_total{outcome="settled"} 9.0
            """;

    @Test
    void outcomesAreReadFromTheTextForPrometheus() {
        assertThat(CommitOutcomes.parse(PROMETHEUS))
                .containsExactlyInAnyOrderEntriesOf(Map.of("classic", 3L, "fast", 1201L));
    }

    @Test
    void onlyWhatWasAddedCounts() {
        assertThat(
                        CommitOutcomes.between(
                                Map.of("fast", 5L, "helped", 2L),
                                Map.of("fast", 7L, "helped", 2L, "confirm", 1L)))
                .containsExactlyInAnyOrderEntriesOf(Map.of("fast", 2L, "confirm", 1L));
        assertThat(CommitOutcomes.sum(List.of(Map.of("fast", 2L), Map.of("fast", 3L))))
                .isEqualTo(Map.of("fast", 5L));
    }

    @Test
    void theRatioIsThatOfTheDefaultThroughThePapersInTheSamePlace() {
        assertThat(
                        ContendDriver.ratios(
                                List.of(
                                        line("same-dc", "cooperative", 30),
                                        line("same-dc", "simple", 10),
                                        line("cross-dc", "cooperative", 5),
                                        line("cross-dc", "simple", 0))))
                .isEqualTo(Map.of("same-dc", 3.0));
    }

    @Test
    void everyDataCenterIsEquallyFarFromTheOthers() {
        assertThat(ContentionStrategy.SIMPLE.settings(3, Duration.ofMillis(7)))
                .containsEntry("giza.experiments.delays.dc1", "7ms")
                .containsEntry("giza.experiments.delays.dc3", "7ms")
                .containsEntry("giza.requests.queue.enabled", "false");
        assertThat(ContentionStrategy.COOPERATIVE.settings(3, Duration.ZERO))
                .isEqualTo(Map.of("giza.experiments.contention", "cooperative"));
    }

    private static ContendResult.Line line(String place, String strategy, double perSecond) {
        return new ContendResult.Line(
                place, strategy, 1, perSecond, 1, 1, 1, 1, 0, 0, Map.of("fast", 1L));
    }
}
