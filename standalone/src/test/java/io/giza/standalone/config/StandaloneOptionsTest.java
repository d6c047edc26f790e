package io.giza.standalone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Map;

class StandaloneOptionsTest {
    private static final StandaloneOptions OPTIONS = StandaloneOptions.in(Path.of("data"));

    @Test
    void areThreeDataCentersOnFreePortsWithoutKeys() {
        assertThat(OPTIONS.dataDir()).isAbsolute();
        assertThat(OPTIONS.port()).isZero();
        assertThat(OPTIONS.shape()).isEqualTo(ClusterShape.DEFAULT);
        assertThat(OPTIONS.credentials()).isEmpty();
        assertThat(OPTIONS.withSetting("a", "b").withPort(9100).settings())
                .containsExactly(Map.entry("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_506, 70_000})
    void refuseAPortThatLeavesNoRoomForTheBlocks(int port) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> OPTIONS.withPort(port))
                .withMessageContaining("--port is " + port);
    }

    @Test
    void takeTheKeysFromTheEnvironment() {
        assertThat(Credentials.fromEnvironment(Map.of())).isEmpty();
        assertThat(Credentials.fromEnvironment(Map.of("GIZA_ACCESS_KEY", ""))).isEmpty();
        Credentials chosen =
                Credentials.fromEnvironment(keys("someone", "a-long-secret")).orElseThrow();
        assertThat(chosen.accessKey()).isEqualTo("someone");
        assertThat(chosen.secretKey()).isEqualTo("a-long-secret");
        assertThat(chosen.toString()).doesNotContain("a-long-secret");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Credentials.fromEnvironment(keys("someone", "short")))
                .withMessageContaining("GIZA_SECRET_KEY must be 8 to 128")
                .withMessageNotContaining("short");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(
                        () ->
                                Credentials.fromEnvironment(
                                        Map.of("GIZA_SECRET_KEY", "a-long-secret")))
                .withMessageStartingWith("GIZA_ACCESS_KEY is not set")
                .withMessageNotContaining("a-long-secret");
    }

    @Test
    void madeKeysAreOfTheirOwn() {
        Credentials made = Credentials.random();
        assertThat(made.accessKey()).matches("GIZA[0-9A-F]{16}");
        assertThat(made.secretKey()).matches("[0-9a-f]{40}");
        assertThat(made).isNotEqualTo(Credentials.random());
    }

    private static Map<String, String> keys(String accessKey, String secretKey) {
        return Map.of("GIZA_ACCESS_KEY", accessKey, "GIZA_SECRET_KEY", secretKey);
    }
}
