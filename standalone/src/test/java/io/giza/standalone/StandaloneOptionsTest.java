package io.giza.standalone;

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
    void areThreeDataCentersOnFreePortsWithTheDefaultKeys() {
        assertThat(OPTIONS.dataDir()).isAbsolute();
        assertThat(OPTIONS.port()).isZero();
        assertThat(OPTIONS.shape()).isEqualTo(ClusterShape.DEFAULT);
        assertThat(OPTIONS.credentials()).isEqualTo(new Credentials("gizaadmin", "gizaadmin"));
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
        assertThat(Credentials.from(Map.of())).isEqualTo(Credentials.DEFAULT);
        Credentials chosen =
                Credentials.from(
                        Map.of("GIZA_ACCESS_KEY", "someone", "GIZA_SECRET_KEY", "a-long-secret"));
        assertThat(chosen.accessKey()).isEqualTo("someone");
        assertThat(chosen.secretKey()).isEqualTo("a-long-secret");
        assertThat(chosen.toString()).doesNotContain("a-long-secret");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Credentials.from(Map.of("GIZA_SECRET_KEY", "short")))
                .withMessageContaining("GIZA_SECRET_KEY must be 8 to 128")
                .withMessageNotContaining("short");
    }
}
