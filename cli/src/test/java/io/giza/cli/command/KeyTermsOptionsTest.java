package io.giza.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.CommandException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

class KeyTermsOptionsTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00.5Z");

    @TempDir private Path folder;

    @Command
    private static final class Host {
        @Mixin KeyTermsOptions terms = new KeyTermsOptions();
    }

    @Test
    void namesAndTimesBecomeFields() {
        assertThat(fields()).isEmpty();
        assertThat(fields("--policy", "readonly", "--prefix", "b/in/", "--expires", "30d"))
                .isEqualTo(
                        Map.of(
                                "policy",
                                "readonly",
                                "prefix",
                                "b/in/",
                                "expires",
                                "2026-12-27T12:00:00Z"));
        assertThat(fields("--expires", "2027-01-31T12:00:00+01:00"))
                .isEqualTo(Map.of("expires", "2027-01-31T12:00:00+01:00"));
    }

    @Test
    void aFileIsReadAsItsPolicy() throws IOException {
        Path file = folder.resolve("policy.json");
        Files.writeString(file, "\n{\"Statement\": []}\n");

        assertThat(fields("--policy", file.toString()))
                .isEqualTo(Map.of("policy", "{\"Statement\": []}"));
    }

    @Test
    void whatIsNeitherANameNorAFileIsRefused() throws IOException {
        Path large = folder.resolve("large.json");
        Files.writeString(large, " ".repeat(40_000));

        assertRefused(
                "write readonly, readwrite, writeonly, or the name of a file", "--policy", "r");
        assertRefused("too long for a policy", "--policy", large.toString());
        assertRefused("--expires is 'soon'", "--expires", "soon");
    }

    private static void assertRefused(String message, String... arguments) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> fields(arguments))
                .withMessageContaining(message);
    }

    private static Map<String, String> fields(String... arguments) {
        Host host = new Host();
        new CommandLine(host).parseArgs(arguments);
        return host.terms.fields(NOW);
    }
}
