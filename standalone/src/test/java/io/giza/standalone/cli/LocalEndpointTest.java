package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.RefusedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalEndpointTest {
    @Test
    void isAPortOfThisMachine() {
        assertThat(LocalEndpoint.port(null)).isEmpty();
        assertThat(LocalEndpoint.port("http://127.0.0.1:9040")).hasValue(9040);
        assertThat(LocalEndpoint.port("http://localhost:65525/")).hasValue(65_525);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9040",
                "127.0.0.1:9040",
                "https://127.0.0.1:9040",
                "http://127.0.0.1",
                "http://127.0.0.1:80",
                "http://127.0.0.1:65526",
                "http://other:9040",
                "http://127.0.0.1:9040/path"
            })
    void whatIsNoneIsRefused(String text) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> LocalEndpoint.port(text))
                .withMessageContaining("--endpoint is '" + text + "'")
                .withMessageContaining("http://127.0.0.1:9040");
    }
}
