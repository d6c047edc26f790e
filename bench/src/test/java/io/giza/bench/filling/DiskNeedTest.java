package io.giza.bench.filling;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

class DiskNeedTest {
    private static final Path FOLDER = Path.of("/disk");

    @Test
    void aDiskWithoutRoomIsRefusedNamingTheOptions() {
        assertThatThrownBy(() -> DiskNeed.require(FOLDER, 10_000_000, 3, 15L << 30))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("--keys 10000000 may take 15.2 GiB in /disk")
                .hasMessageContaining("15.0 are free")
                .hasMessageContaining("--folder");
    }

    @Test
    void aDiskWithRoomIsTaken() {
        assertThatCode(() -> DiskNeed.require(FOLDER, 1_000_000, 3, 20L << 30))
                .doesNotThrowAnyException();
    }
}
