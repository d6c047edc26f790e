package io.giza.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.service.support.LastLines;
import io.giza.service.support.SupportReport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** That a gateway passes none of its own secrets on, whoever tells it. */
class SupportLeaksTest {
    /** As JSON it is written otherwise. */
    private static final String SECRET = "a\"secret\\key\u20ac";

    private final SupportLeaks leaks =
            new SupportLeaks(
                    new SupportReport(
                            environment(),
                            Map.of("service", "gateway-service"),
                            () -> "",
                            LastLines.ofProcess("%msg%n")));

    private static StandardEnvironment environment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("file", Map.of("giza.gateway.secret-key", SECRET)));
        return environment;
    }

    private Optional<String> find(Map<String, Object> report) {
        return leaks.findIn(
                JsonMapper.builder().build().valueToTree(Map.of("metadata-service", report)));
    }

    @Test
    void whatHasNoSecretIsPassedOn() {
        assertThat(find(Map.of("log", "fine", "process", Map.of("java", "25")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "metrics", "threads"})
    void aSecretOfThisGatewayInWhatAnotherProcessTellsIsNot(String part) {
        assertThat(find(Map.of(part, "before " + SECRET + " after")).orElseThrow())
                .contains("giza.gateway.secret-key", "is in the " + part + " of metadata-service")
                .doesNotContain("secret\\key");
    }

    @Test
    void norIsOneThatStandsDeepWithin() {
        assertThat(find(Map.of("process", Map.of("x", List.of("fine", SECRET))))).isPresent();
    }

    @Test
    void whereAProcessFoundOneOfItsOwnNothingIsPassedOn() {
        assertThat(find(Map.of(SupportReport.LEAK, "the value of x is in y.")))
                .contains("the value of x is in y.");
    }
}
