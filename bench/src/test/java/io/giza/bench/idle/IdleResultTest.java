package io.giza.bench.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.giza.bench.report.Json;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class IdleResultTest {
    private static final IdleResult RESULT =
            new IdleResult(
                    100_000,
                    10_000,
                    120,
                    new IdleResult.Pass(60, 30),
                    new IdleResult.Pass(20, 8),
                    120,
                    4.8,
                    4,
                    8.2,
                    500,
                    List.of(new IdleResult.ThreadShare("carrier", 3.1)));

    @Test
    void whatASweepTakesCountsByHowOftenItComes() {
        IdleResult.Pass sweep = new IdleResult.Pass(100, 39);

        assertThat(sweep.percentOfCoreEvery(600, 4)).isEqualTo(5, within(1e-9));
        assertThat(new IdleResult.Pass(100, 1).percentOfCoreEvery(600, 4)).isZero();
    }

    @Test
    void threadsThatHadTheMostComeFirst() {
        assertThat(
                        IdleDriver.shares(
                                Map.of("a", 1.0, "b", 1.0),
                                Map.of("a", 2.0, "b", 4.0, "c", 2.5, "d", 0.0),
                                100))
                .containsExactly(
                        new IdleResult.ThreadShare("b", 3),
                        new IdleResult.ThreadShare("c", 2.5),
                        new IdleResult.ThreadShare("a", 1));
    }

    @Test
    void theTextSaysWhatIdlingAndASweepCost() {
        assertThat(IdleTable.of(RESULT))
                .contains("100,000 objects, 10,000 of them with fragments")
                .contains("collecting garbage once: 60.0 s, 30.0 CPU s")
                .contains("idle for 120 s: 4.80 CPU s, 4.0 % of a core")
                .contains("8.2 % of a core")
                .contains("carrier");
    }

    @Test
    void jsonIsInSnakeCase() {
        assertThat(Json.render(RESULT))
                .contains("\"percent_of_core\" : 4.0", "\"name\" : \"carrier\"");
    }

    @Test
    void eachTenthObjectHasFragments() {
        assertThat(ObjectFiller.withFragments(100_000)).isEqualTo(10_000);
    }
}
