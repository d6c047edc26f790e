package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.cluster.RequestSettings.RecordOrder;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

class RequestPropertiesTest {
    @Test
    void defaultsAreThoseOfTheCode() {
        RequestProperties requests = requests(Map.of());
        ExperimentProperties experiments = experiments(Map.of());
        assertThat(
                        requests.toSettings(
                                experiments.recordOrder(), RequestSettings.DEFAULTS.stripes()))
                .isEqualTo(RequestSettings.DEFAULTS);
        assertThat(requests.toCommitSettings(experiments))
                .isEqualTo(CommitSettings.DEFAULTS.withHedge(Duration.ofMillis(500)));
        assertThat(requests.hedgeAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(requests.probeInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(requests.writeFormat()).isEqualTo(2);
        assertThat(experiments.delayTo(new DcName("dc1"))).isZero();
    }

    @Test
    void everyKeyIsBound() {
        Map<String, String> keys = new HashMap<>();
        keys.put("commit-timeout", "1s");
        keys.put("upload-timeout", "2s");
        keys.put("read-timeout", "3s");
        keys.put("resolve-timeout", "4s");
        keys.put("grace", "5s");
        keys.put("stall-timeout", "6s");
        keys.put("hedge-after", "7ms");
        keys.put("confirm-after", "9s");
        keys.put("bucket-freshness", "10s");
        keys.put("probe-interval", "8s");
        keys.put("write-format", "1");
        keys.put("queue.enabled", "false");
        keys.put("queue.per-key", "11");
        keys.put("queue.in-all", "12");
        assertThat(requests(keys))
                .isEqualTo(
                        new RequestProperties(
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
                                1,
                                new RequestProperties.Queue(false, 11, 12)));
    }

    @Test
    void everyKeyOfExperimentsIsBound() {
        Map<String, String> keys = new HashMap<>();
        keys.put("first-round", "classic");
        keys.put("contention", "simple");
        keys.put("record-order", "serial");
        keys.put("delays.dc2", "10ms");
        assertThat(experiments(keys))
                .isEqualTo(
                        new ExperimentProperties(
                                FirstRound.CLASSIC,
                                Contention.SIMPLE,
                                RecordOrder.SERIAL,
                                Map.of("dc2", Duration.ofMillis(10))));
    }

    @ParameterizedTest
    @CsvSource({
        "commit-timeout, 0s",
        "upload-timeout, -1s",
        "read-timeout, 2h",
        "resolve-timeout, 0s",
        "grace, 0s",
        "stall-timeout, 0s",
        "hedge-after, 0s",
        "confirm-after, 2h",
        "bucket-freshness, 0s",
        "bucket-freshness, 31s",
        "probe-interval, 0s",
        "queue.per-key, 0",
        "queue.in-all, 99",
        "queue.in-all, 100001"
    })
    void whatMakesNoSenseIsRefusedWithItsKey(String key, String value) {
        assertThatThrownBy(() -> requests(Map.of(key, value)))
                .rootCause()
                .hasMessageContaining("giza.requests." + key);
    }

    @ParameterizedTest
    @CsvSource({"dc2, 2h, giza.experiments.delays.dc2", "DC2, 1s, DC2"})
    void delaysThatMakeNoSenseAreRefused(String dc, String delay, String named) {
        assertThatThrownBy(() -> experiments(Map.of("delays." + dc, delay)))
                .rootCause()
                .hasMessageContaining(named);
    }

    private static RequestProperties requests(Map<String, String> keys) {
        return bind("giza.requests", RequestProperties.class, keys);
    }

    private static ExperimentProperties experiments(Map<String, String> keys) {
        return bind("giza.experiments", ExperimentProperties.class, keys);
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> keys) {
        Map<String, String> full = new HashMap<>();
        keys.forEach((key, value) -> full.put(prefix + "." + key, value));
        return new Binder(new MapConfigurationPropertySource(full)).bindOrCreate(prefix, type);
    }
}
