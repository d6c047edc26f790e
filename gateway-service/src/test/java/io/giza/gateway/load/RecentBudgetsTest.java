package io.giza.gateway.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.memory.BudgetMetrics;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.memory.ByteBudget.Reservation;
import io.giza.gateway.s3.error.S3Exception;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.Map;

class RecentBudgetsTest {
    private static final int STEPS_OF_TEN_MINUTES = 20;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RecentBudgets recent = new RecentBudgets(meters);
    private final ByteBudget documents = new ByteBudget("documents", 100, meters);

    private void refuse() {
        try (Reservation document = documents.openReservation("account")) {
            assertThatExceptionOfType(S3Exception.class).isThrownBy(() -> document.take(51));
        }
    }

    private static Map<String, Object> budget(
            String kind, long held, long limit, long refused, long lately) {
        return Map.of(
                "kind",
                kind,
                "held",
                held,
                "limit",
                limit,
                "refused",
                refused,
                "refused_lately",
                lately);
    }

    @Test
    void everyBudgetWithMetricsIsTold() {
        BudgetMetrics.register(
                meters, "spool", new Budget(new VirtualThreads(), new BudgetLimits(7, 1)));
        try (Reservation document = documents.openReservation("account")) {
            document.take(30);
            refuse();

            assertThat(recent.json())
                    .containsExactly(
                            budget("documents", 30, 100, 1, 1), budget("spool", 0, 7, 0, 0));
        }
    }

    @Test
    void refusalsAreRecentForTenMinutes() {
        refuse();
        for (int i = 0; i < STEPS_OF_TEN_MINUTES - 1; i++) {
            recent.look();
        }
        refuse();
        assertThat(recent.json()).containsExactly(budget("documents", 0, 100, 2, 2));
        recent.look();
        assertThat(recent.json()).containsExactly(budget("documents", 0, 100, 2, 1));
    }
}
