package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class MemoryPropertiesTest {
    @Test
    void documentsGetAnEighthOfTheTotalAndEnoughForTheLargest() {
        assertThat(new MemoryProperties(DataSize.ofGigabytes(2), null, null, null).documentBytes())
                .isEqualTo(256 << 20);
        assertThat(new MemoryProperties(DataSize.ofMegabytes(8), null, null, null).documentBytes())
                .isEqualTo(16 << 20);
        assertThat(new MemoryProperties(null, DataSize.ofMegabytes(20), null, null).documentBytes())
                .isEqualTo(20 << 20);
    }

    @Test
    void theTotalIsHalfOfTheHeap() {
        assertThat(new MemoryProperties(null, null, null, null).documentBytes())
                .isEqualTo(Math.max(16 << 20, Runtime.getRuntime().maxMemory() / 16));
    }

    @Test
    void readsGetAQuarterOfTheTotal() {
        assertThat(new MemoryProperties(DataSize.ofGigabytes(1), null, null, null).readBytes())
                .isEqualTo(256 << 20);
        assertThat(new MemoryProperties(DataSize.ofMegabytes(8), null, null, null).readBytes())
                .isEqualTo(16 << 20);
        assertThat(new MemoryProperties(null, null, DataSize.ofMegabytes(33), null).readBytes())
                .isEqualTo(33 << 20);
    }

    @Test
    void connectionsGetAnEighthOfTheTotal() {
        assertThat(
                        new MemoryProperties(DataSize.ofGigabytes(1), null, null, null)
                                .connectionBytes())
                .isEqualTo(128 << 20);
        assertThat(
                        new MemoryProperties(null, null, null, DataSize.ofMegabytes(17))
                                .connectionBytes())
                .isEqualTo(17 << 20);
    }

    @Test
    void tooLittleIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryProperties(DataSize.ofMegabytes(7), null, null, null))
                .withMessage("giza.memory.total must be at least 8MB, not 7340032B");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryProperties(null, DataSize.ofMegabytes(15), null, null))
                .withMessage("giza.memory.documents must be at least 16MB, not 15728640B");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryProperties(null, null, DataSize.ofMegabytes(15), null))
                .withMessage("giza.memory.reads must be at least 16MB, not 15728640B");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryProperties(null, null, null, DataSize.ofMegabytes(15)))
                .withMessage("giza.memory.connections must be at least 16MB, not 15728640B");
    }
}
