package io.giza.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class ProcessStatsTest {
    @Test
    void threadsAreCalledByTheirNamesWithoutNumbers() {
        String numbers = " S 1 2 3 0 -1 4 5 6 7 8 150 50 0 0 20 0 1 0 99";

        assertThat(ProcessStats.ThreadTime.of("7 (carrier-12)" + numbers))
                .isEqualTo(new ProcessStats.ThreadTime("carrier", 2));
        assertThat(ProcessStats.ThreadTime.of("7 (C2 (x) Compiler#0)" + numbers).name())
                .isEqualTo("C (x) Compiler");
        assertThat(ProcessStats.ThreadTime.of("7 (12)" + numbers).name()).isEqualTo("12");
    }

    @Test
    void residentMemoryIsReadInMebibytes() {
        assertThat(ProcessStats.residentMebibytes("Name:\tjava\nVmRSS:\t  2048 kB\n")).isEqualTo(2);
        assertThat(ProcessStats.residentMebibytes("Name:\tjava\n")).isNegative();
    }

    @Test
    void aProcessThatIsGoneTellsNothing() throws IOException {
        assertThat(ProcessStats.threadSeconds(Long.MAX_VALUE)).isEmpty();
        assertThat(ProcessStats.residentMebibytes(Long.MAX_VALUE)).isNegative();
    }
}
