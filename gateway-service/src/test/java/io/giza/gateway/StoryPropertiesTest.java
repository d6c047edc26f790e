package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.commit.CommitSettings;
import io.giza.commit.CommitSettings.Contention;
import io.giza.commit.CommitSettings.FirstRound;
import io.giza.gateway.object.StorySettings;
import io.giza.gateway.object.StorySettings.DataPath;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

class StoryPropertiesTest {
    @Test
    void defaultsAreThoseOfTheStories() {
        StoryProperties properties = bind(Map.of());
        assertThat(properties.toSettings(2 << 20, 1, memory("512MB")))
                .isEqualTo(StorySettings.DEFAULTS);
        assertThat(properties.toCommitSettings())
                .isEqualTo(CommitSettings.DEFAULTS.withHedge(Duration.ofMillis(500)));
        assertThat(properties.hedge()).isEqualTo(Duration.ofMillis(500));
        assertThat(properties.suspicion()).isEqualTo(Duration.ofSeconds(5));
        assertThat(properties.writeFormat()).isEqualTo(2);
        assertThat(properties.delayTo(new DcName("dc1"))).isZero();
    }

    @Test
    void stripesOfAllPutsFitIntoTheMemoryForThemOrAreThree() {
        StoryProperties properties = bind(Map.of("stripe-memory", "20MB"));
        assertThat(properties.toSettings(6 << 20, 1, memory("1GB")).stripes().bytes())
                .isEqualTo(20 << 20);
        assertThat(properties.toSettings(96 << 20, 1, memory("1GB")).stripes().bytes())
                .isEqualTo((3 * 96) << 20);
    }

    @Test
    void stripesTakeAQuarterOfTheMemoryForClientsHoweverMuchThatIs() {
        assertThat(bind(Map.of()).toSettings(1 << 20, 1, memory("60MB")).stripes().bytes())
                .isEqualTo(15 << 20);
        assertThat(bind(Map.of()).toSettings(1 << 20, 1, memory("32GB")).stripes().bytes())
                .isEqualTo(8L << 30);
    }

    private static MemoryProperties memory(String total) {
        return new MemoryProperties(DataSize.parse(total), null, null, null);
    }

    @Test
    void everyKeyIsBound() {
        Map<String, String> keys = new HashMap<>();
        keys.put("commit", "1s");
        keys.put("upload", "2s");
        keys.put("read", "3s");
        keys.put("resolve", "4s");
        keys.put("grace", "5s");
        keys.put("stall", "6s");
        keys.put("hedge", "7ms");
        keys.put("confirm-after", "9s");
        keys.put("bucket-freshness", "10s");
        keys.put("suspicion", "8s");
        keys.put("write-format", "9");
        keys.put("first-round", "classic");
        keys.put("contention", "simple");
        keys.put("data-path", "serial");
        keys.put("stripe-memory", "3MB");
        keys.put("stripe-wait", "13s");
        keys.put("queue.enabled", "false");
        keys.put("queue.per-key", "11");
        keys.put("queue.in-all", "12");
        keys.put("delays.dc2", "10ms");
        assertThat(bind(keys))
                .isEqualTo(
                        new StoryProperties(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(6),
                                Duration.ofMillis(7),
                                Duration.ofSeconds(9),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(8),
                                9,
                                FirstRound.CLASSIC,
                                Contention.SIMPLE,
                                DataPath.SERIAL,
                                DataSize.ofMegabytes(3),
                                Duration.ofSeconds(13),
                                new StoryProperties.Queue(false, 11, 12),
                                Map.of("dc2", Duration.ofMillis(10))));
    }

    @ParameterizedTest
    @CsvSource({
        "commit, 0s",
        "upload, -1s",
        "read, 2h",
        "resolve, 0s",
        "grace, 0s",
        "stall, 0s",
        "hedge, 0s",
        "confirm-after, 2h",
        "bucket-freshness, 0s",
        "bucket-freshness, 31s",
        "suspicion, 0s",
        "stripe-memory, 1KB",
        "stripe-wait, 0s",
        "queue.per-key, 0",
        "queue.in-all, 99",
        "queue.in-all, 100001",
        "delays.dc2, 2h",
        "delays.DC2, 1s"
    })
    void whatMakesNoSenseIsRefusedWithItsKey(String key, String value) {
        String named = key.contains("DC") ? "DC2" : "giza.stories." + key;
        assertThatThrownBy(() -> bind(Map.of(key, value))).rootCause().hasMessageContaining(named);
    }

    private static StoryProperties bind(Map<String, String> keys) {
        Map<String, String> full = new HashMap<>();
        keys.forEach((key, value) -> full.put("giza.stories." + key, value));
        return new Binder(new MapConfigurationPropertySource(full))
                .bindOrCreate("giza.stories", StoryProperties.class);
    }
}
