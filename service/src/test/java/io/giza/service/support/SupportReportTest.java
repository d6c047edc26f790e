package io.giza.service.support;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;

import io.giza.service.LogLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** What a process tells of itself, and that it tells no secret. */
class SupportReportTest {
    private static final String TOKEN = "0123456789abcdef-token";

    /** A log of its own, so that nothing of another test is in it. */
    private final LoggerContext context = newContext();

    private final Logger log = context.getLogger("test");
    private final AtomicReference<String> metrics = new AtomicReference<>("giza_build 1");
    private final LastLines lines = LastLines.of(context, LogLines.PATTERN);

    private static LoggerContext newContext() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        return context;
    }

    private SupportReport report(Map<String, Object> told) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("file", told));
        return new SupportReport(
                environment, Map.of("service", "gc-worker", "version", "1"), metrics::get, lines);
    }

    private SupportReport report() {
        return report(
                Map.of(
                        "giza.dc", "dc1",
                        "giza.cluster-token", TOKEN,
                        "giza.metadata.azure.accountKey", "azure-account-key",
                        "somebody.else", "not ours"));
    }

    @Test
    void tellsWhatItWasToldWithoutSecrets() {
        log.info("a line of the log");

        Map<String, Object> told = report().tell();

        assertThat(told.keySet())
                .containsExactly("process", "configuration", "metrics", "threads", "log");
        assertThat(told.get("configuration"))
                .isEqualTo(
                        Map.of(
                                "giza.dc", "dc1",
                                "giza.cluster-token", "set",
                                "giza.metadata.azure.accountKey", "set"));
        assertThat(told.get("metrics")).isEqualTo("giza_build 1");
        assertThat(String.valueOf(told.get("threads"))).contains("SupportReportTest");
        assertThat(String.valueOf(told.get("log"))).contains("INFO", "test a line of the log");
        assertThat(String.valueOf(told.get("process"))).contains("service=gc-worker", "java=");
    }

    @Test
    void aSecretInTheLogKeepsEverythingBack() {
        log.warn("somebody sent {}", TOKEN);

        Map<String, Object> told = report().tell();

        assertThat(told).containsOnlyKeys(SupportReport.LEAK);
        assertThat(told.toString())
                .contains("giza.cluster-token of file", "is in the log of gc-worker")
                .doesNotContain(TOKEN);
    }

    @Test
    void aSecretInAnythingElseDoesToo() {
        metrics.set("giza_hop{uri=\"?key=azure-account-key\"} 1");

        assertThat(report().tell().toString())
                .contains("giza.metadata.azure.accountKey", "is in the metrics")
                .doesNotContain("azure-account-key");
    }

    @Test
    void aSecretUnderANameThatSaysNothingIsFoundWhereItStandsUnderItsOwn() {
        Map<String, Object> told = Map.of("giza.cluster-token", TOKEN, "giza.cluster-id", TOKEN);

        assertThat(report(told).tell().toString()).contains("is in the configuration");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "giza.cluster-token",
                "giza.cluster-token-accepted",
                "GIZA_CLUSTERTOKEN",
                "giza.master-key",
                "giza.masterKey",
                "giza.master_key_accepted",
                "giza.gateway.secret-key",
                "giza.console.session-key",
                "giza.fragment.azure.sas-token",
                "giza.fragment.azure.account-key",
                "giza.direct.accounts[dc2].connection-string",
                "spring.ssl.bundle.jks.a.keystore.password",
                "spring.ssl.bundle.pem.a.keystore.private-key"
            })
    void theseAreSecrets(String key) {
        assertThat(SecretValues.isSecret(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "giza.dc",
                "giza.gateway.access-key",
                "giza.gateway.key-freshness",
                "giza.accounts.secret.coding"
            })
    void theseAreNone(String key) {
        assertThat(SecretValues.isSecret(key)).isFalse();
    }

    @Test
    void whereASecretIsAndWhatIsTooShortAreNotLookedFor() {
        log.warn("cannot read file:/etc/giza/dc1.key as abc");

        assertThat(
                        report(
                                        Map.of(
                                                "spring.ssl.bundle.pem.a.keystore.private-key",
                                                "file:/etc/giza/dc1.key",
                                                "server.ssl.key-password",
                                                "abc"))
                                .tell())
                .doesNotContainKey(SupportReport.LEAK);
    }

    @Test
    void linesAreBoundedInNumberAndInLength() {
        log.info("x".repeat(100_000));
        assertThat(lines.all()).hasSizeLessThanOrEqualTo(1000);
        assertThat(lines.all().getLast()).hasSizeLessThan(5000).endsWith("...\n");
        for (int i = 0; i < 500; i++) {
            log.info("y".repeat(3000));
        }
        List<String> all = lines.all();
        assertThat(all.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(256 << 10);
        assertThat(all).hasSizeGreaterThan(50).allMatch(line -> line.contains("yyy"));
    }
}
