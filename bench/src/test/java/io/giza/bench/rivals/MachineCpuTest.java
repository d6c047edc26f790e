package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MachineCpuTest {
    private static final String TEXT =
            """
            cpu  100 10 50 800 40 3 7 20 60 5
            cpu0 50 5 25 400 20 1 4 10 30 2
            cpu1 50 5 25 400 20 2 3 10 30 3
            intr 12 3 4
            ctxt 99
            """;

    @Test
    void ticksOfAllKindsAreSummedOnceAndWaitingForDisksIsIdle() {
        assertThat(MachineCpu.parse(TEXT)).isEqualTo(new MachineCpu(190, 1030, 2));
    }

    @Test
    void aTextOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> MachineCpu.parse("cpu0 1 2 3"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/proc/stat");
    }

    @Test
    void othersHadWhatWasBusyAndNotMeasured() {
        MachineCpu before = new MachineCpu(1000, 5000, 2);
        // 10 s of two processors are 2,000 ticks, three quarters of which were busy.
        MachineCpu after = new MachineCpu(2500, 7000, 2);

        assertThat(after.othersShare(before, 10, 10)).isEqualTo(0.25, within(1e-9));
        assertThat(after.othersShare(before, 20, 10)).isZero();
        assertThat(before.othersShare(before, 1, 10)).isZero();
    }
}
