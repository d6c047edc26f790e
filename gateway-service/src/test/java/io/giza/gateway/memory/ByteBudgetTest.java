package io.giza.gateway.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.memory.ByteBudget.Reservation;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ByteBudget budget = new ByteBudget("documents", 100, metrics);

    @Test
    void whatIsChargedToAnAccountIsNobodysNoLonger() {
        try (Reservation form = budget.openReservation(ByteBudget.ANONYMOUS);
                Reservation another = budget.openReservation(ByteBudget.ANONYMOUS);
                Reservation document = budget.openReservation("account")) {
            form.take(50);
            assertRefused(() -> another.take(1));
            form.chargeTo("account");
            another.take(50);
            assertRefused(() -> document.take(1));
            form.giveBack(20);
            document.take(20);
        }
        assertThat(held()).isZero();
    }

    @Test
    void anAccountIsNotChargedMoreThanItsPart() {
        try (Reservation form = budget.openReservation(ByteBudget.ANONYMOUS);
                Reservation document = budget.openReservation("account")) {
            form.take(30);
            document.take(30);
            assertRefused(() -> form.chargeTo("account"));
            document.take(20);
        }
        assertThat(held()).isZero();
        try (Reservation whole = budget.openReservation("account");
                Reservation nobody = budget.openReservation(ByteBudget.ANONYMOUS)) {
            whole.take(50);
            nobody.take(50);
        }
    }

    @Test
    void whatIsHeldAndWhatMayBeAreSeenFromOutside() {
        try (Reservation form = budget.openReservation("account")) {
            form.take(30);
            assertThat(held()).isEqualTo(30);
        }
        assertThat(metrics.get(BudgetMetrics.LIMIT).tag("kind", "documents").gauge().value())
                .isEqualTo(100);
    }

    private static void assertRefused(Runnable step) {
        assertThatThrownBy(step::run)
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error()).isEqualTo(S3Error.SLOW_DOWN));
    }

    private double held() {
        return metrics.get("giza.memory.held").tag("kind", "documents").gauge().value();
    }
}
