package io.giza.service.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.giza.service.ServiceConfiguration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import java.util.Map;
import java.util.Objects;

class ConfigurationKeysTest {
    private final StandardEnvironment environment = new StandardEnvironment();

    private void check(String key) {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("file", Map.of(key, "value")));
        ConfigurationKeys.read().requireKnown(environment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "giza.gc.undecided-interval",
                "giza.gc.undecidedInterval",
                "giza.topology.data-centers[2].metadata",
                "giza.accounts.default.metadata-dcs[0]",
                "giza.accounts[other].coding",
                "giza.experiments.delays.dc2",
                "giza.fragment.azure.limits.retries",
                "spring.application.name"
            })
    void whatSomeServiceKnowsIsTakenInEachFormOfSpring(String key) {
        assertThatNoException().isThrownBy(() -> check(key));
    }

    @ParameterizedTest
    @CsvSource({
        "giza.gc.undecided-intervall, giza.gc.undecided-interval",
        "giza.gateway.acces-key, giza.gateway.access-key",
        "giza.topology.datacentres[0].name, giza.topology.data-centers.name",
        "giza.gc.interval.seconds, giza.gc.interval",
        "giza.account.default.coding, giza.accounts.*.coding"
    })
    void whatNobodyKnowsIsRefusedWithTheNearestKey(String key, String nearest) {
        assertThatExceptionOfType(UnknownKeyException.class)
                .isThrownBy(() -> check(key))
                .withMessageStartingWith(key)
                .satisfies(unknown -> assertThat(unknown.nearest()).isEqualTo(nearest));
    }

    /** Kubernetes sets such variables for each of its Services. */
    @Test
    void variablesOfTheEnvironmentAreNotLookedAt() {
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("GIZA_GATEWAY_PORT", "tcp://10.0.0.1:9000")));
        assertThatNoException()
                .isThrownBy(() -> ConfigurationKeys.read().requireKnown(environment));
    }

    @Test
    void aServiceDoesNotStartWithAKeyThatNobodyKnows() {
        new ApplicationContextRunner()
                .withUserConfiguration(ServiceConfiguration.class)
                .withPropertyValues("giza.cluster-tokn=secret")
                .run(
                        context -> {
                            Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                            FailureAnalysis told =
                                    Objects.requireNonNull(
                                            new UnknownKeyAnalyzer().analyze(failure));
                            assertThat(told.getDescription())
                                    .isEqualTo("giza.cluster-tokn is no key of Giza.");
                            assertThat(told.getAction()).contains("giza.cluster-token");
                        });
    }
}
