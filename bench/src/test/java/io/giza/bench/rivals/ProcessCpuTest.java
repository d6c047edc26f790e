package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class ProcessCpuTest {
    @Test
    void aLiveProcessTellsItsCpuTime() {
        ProcessCpu own = new ProcessCpu("tests", List.of(ProcessHandle.current().pid()));

        double before = own.seconds();

        assertThat(before).isPositive();
        assertThat(own.seconds()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void processesOfOneStoreAreSummedUp() {
        long own = ProcessHandle.current().pid();
        double one = new ProcessCpu("tests", List.of(own)).seconds();

        assertThat(new ProcessCpu("tests", List.of(own, own)).seconds())
                .isGreaterThanOrEqualTo(2 * one);
    }

    @Test
    void aProcessThatIsGoneIsNamed() {
        ProcessCpu gone =
                new ProcessCpu("garage", List.of(ProcessHandle.current().pid(), Long.MAX_VALUE));

        assertThatThrownBy(gone::seconds)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("garage");
    }
}
