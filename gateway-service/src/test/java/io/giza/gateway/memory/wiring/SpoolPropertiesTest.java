package io.giza.gateway.memory.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.spool.Spool;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

class SpoolPropertiesTest {
    private static final long GIB = 1L << 30;

    @TempDir private Path directory;

    @Test
    void theSpoolHasTheSizeThatIsSaid() {
        assertThat(capacity(Map.of("giza.spool.size", "3GiB"))).isEqualTo(3 * GIB);
    }

    @Test
    void byDefaultItHasAQuarterOfWhatIsFreeAndNoMoreThan32GiB() {
        assertThat(capacity(Map.of())).isBetween(64L << 20, 32 * GIB);
        assertThat(capacity(Map.of()))
                .isLessThanOrEqualTo(Math.max(64L << 20, directory.toFile().getTotalSpace() / 4));
    }

    @Test
    void aDirectoryThatIsMissingIsMade() {
        Path missing = directory.resolve("a/b");
        assertThat(capacity(Map.of("giza.spool.directory", missing.toString()))).isPositive();
        assertThat(missing).isEmptyDirectory();
    }

    @Test
    void aSizeThatHoldsNothingIsRefusedByName() {
        assertThatThrownBy(() -> bind(Map.of("giza.spool.size", "63MiB")))
                .rootCause()
                .hasMessage("giza.spool.size must be at least 64MiB, not 63MiB");
    }

    @Test
    void aDirectoryThatIsAFileIsRefusedByName() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> capacity(Map.of("giza.spool.directory", file.toString())))
                .hasMessageContaining("giza.spool.directory is " + file);
    }

    private long capacity(Map<String, String> settings) {
        VirtualThreads threads = new VirtualThreads();
        Surroundings surroundings = new Surroundings(threads, threads, new Random(1));
        Spool spool = bind(settings).open(surroundings, 1, Duration.ofSeconds(1));
        return Objects.requireNonNull(spool.room()).capacity();
    }

    private SpoolProperties bind(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.putIfAbsent("giza.spool.directory", directory.toString());
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("giza.spool", SpoolProperties.class);
    }
}
