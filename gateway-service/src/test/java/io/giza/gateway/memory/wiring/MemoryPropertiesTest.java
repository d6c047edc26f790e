package io.giza.gateway.memory.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.cluster.RequestSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

class MemoryPropertiesTest {
    @Test
    void documentsGetAnEighthOfTheTotalAndEnoughForTheLargest() {
        assertThat(bind("total", "2GB").documentBytes()).isEqualTo(256 << 20);
        assertThat(bind("total", "8MB").documentBytes()).isEqualTo(16 << 20);
        assertThat(bind("documents", "20MB").documentBytes()).isEqualTo(20 << 20);
    }

    @Test
    void theTotalIsHalfOfTheHeap() {
        assertThat(bind().documentBytes())
                .isEqualTo(Math.max(16 << 20, Runtime.getRuntime().maxMemory() / 16));
    }

    @Test
    void readsGetAQuarterOfTheTotal() {
        assertThat(bind("total", "1GB").readBytes()).isEqualTo(256 << 20);
        assertThat(bind("total", "8MB").readBytes()).isEqualTo(16 << 20);
        assertThat(bind("reads", "33MB").readBytes()).isEqualTo(33 << 20);
    }

    @Test
    void readsTakeNoMoreOfTheDirectMemoryThanTheTotalIsOfTheHeap() {
        MemoryProperties memory = bind("total", "1GB");
        assertThat(memory.readBytes(2L << 30, 2L << 30)).isEqualTo(256 << 20);
        assertThat(memory.readBytes(2L << 30, 256 << 20)).isEqualTo(128 << 20);
        assertThat(memory.readBytes(2L << 30, 1 << 20)).isEqualTo(16 << 20);
    }

    @Test
    void stripesOfAllPutsFitIntoTheMemoryForThemOrAreThree() {
        MemoryProperties memory = bind("total", "1GB", "stripes", "20MB");
        assertThat(memory.roomForStripes(6 << 20, 1).bytes()).isEqualTo(20 << 20);
        assertThat(memory.roomForStripes(96 << 20, 1).bytes()).isEqualTo((3 * 96) << 20);
    }

    @Test
    void stripesTakeAQuarterOfTheMemoryForClientsHoweverMuchThatIs() {
        assertThat(bind("total", "60MB").roomForStripes(1 << 20, 1).bytes()).isEqualTo(15 << 20);
        assertThat(bind("total", "32GB").roomForStripes(1 << 20, 1).bytes()).isEqualTo(8L << 30);
    }

    @Test
    void whoGetsNoMemoryWaitsAsLongAsIsSaid() {
        assertThat(bind("total", "512MB").roomForStripes(2 << 20, 1))
                .isEqualTo(RequestSettings.DEFAULTS.stripes());
        assertThat(bind("wait-timeout", "13s").roomForStripes(2 << 20, 1).timeout())
                .isEqualTo(Duration.ofSeconds(13));
    }

    @ParameterizedTest
    @CsvSource({
        "total, 7MB, 'at least 8MiB, not 7MiB'",
        "documents, 15MB, 'at least 16MiB, not 15MiB'",
        "reads, 15MB, 'at least 16MiB, not 15MiB'",
        "stripes, 1KB, 'at least 1MiB, not 1KiB'",
        "wait-timeout, 0s, 'more than 0 and at most 1h, not PT0S'"
    })
    void tooLittleIsRefusedByName(String key, String value, String refusal) {
        assertThatThrownBy(() -> bind(key, value))
                .rootCause()
                .hasMessage("giza.memory." + key + " must be " + refusal);
    }

    private static MemoryProperties bind(String... keysAndValues) {
        Map<String, String> full = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            full.put("giza.memory." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(full))
                .bindOrCreate("giza.memory", MemoryProperties.class);
    }
}
