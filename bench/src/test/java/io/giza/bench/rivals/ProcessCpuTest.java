package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProcessCpuTest {
    @Test
    void aLiveProcessTellsItsCpuTime() {
        ProcessCpu own = new ProcessCpu("tests", ProcessHandle.current().pid());

        double before = own.seconds();

        assertThat(before).isPositive();
        assertThat(own.seconds()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void aProcessThatIsGoneIsNamed() {
        ProcessCpu gone = new ProcessCpu("garage", Long.MAX_VALUE);

        assertThatThrownBy(gone::seconds)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("garage");
    }
}
