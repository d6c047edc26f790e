package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The secrets of an installation, as they are drawn. */
class SecretsCommandTest {
    private static final Map<String, String> FORMS =
            Map.of(
                    "giza.cluster-id", "[0-9a-f-]{36}",
                    "giza.cluster-token", "[0-9a-f]{64}",
                    "giza.master-key", "[A-Za-z0-9+/]{43}=",
                    "giza.gateway.access-key", "GIZA[A-Z2-7]{16}",
                    "giza.gateway.secret-key", "[0-9a-f]{40}",
                    "giza.console.session-key", "[A-Za-z0-9+/]{43}=");

    @TempDir private Path temporary;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int giza(String... arguments) {
        CommandLine command = CliMain.commandLine();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    private Path folder() {
        return temporary.resolve("secrets");
    }

    private static Map<String, String> read(Path folder) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                all.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return all;
    }

    @Test
    void eachIsInAFileForItsOwnerAlone() throws IOException {
        assertThat(giza("secrets", "new", folder().toString())).isZero();

        Map<String, String> drawn = read(folder());
        assertThat(drawn.keySet()).isEqualTo(new TreeMap<>(FORMS).keySet());
        drawn.forEach((key, value) -> assertThat(value).as(key).matches(FORMS.get(key)));
        assertThat(Base64.getDecoder().decode(drawn.get("giza.master-key"))).hasSize(32);
        assertThat(permissions(folder())).isEqualTo("rwx------");
        for (String key : drawn.keySet()) {
            assertThat(permissions(folder().resolve(key))).as(key).isEqualTo("rw-------");
            assertThat(out.toString()).contains(key);
        }
        // Only where they are is said.
        drawn.forEach((key, value) -> assertThat(out.toString()).doesNotContain(value));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whatIsThereIsNeverOverwrittenAndNothingIsWrittenBesideIt() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("giza.gateway.secret-key"), "old");

        assertThat(giza("secrets", "new", folder().toString())).isEqualTo(4);

        assertThat(err.toString()).contains("giza.gateway.secret-key is there");
        assertThat(read(folder())).isEqualTo(Map.of("giza.gateway.secret-key", "old"));
    }

    @Test
    void aLinkThatLeadsElsewhereIsNotFollowed() throws IOException {
        Files.createDirectories(folder());
        Path elsewhere = temporary.resolve("elsewhere");
        Files.createSymbolicLink(folder().resolve("giza.master-key"), elsewhere);

        assertThat(giza("secrets", "new", folder().toString())).isEqualTo(4);

        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void oneOfThemIsDrawnAlone() throws IOException {
        assertThat(giza("secrets", "new", "--only", "giza.cluster-token", folder().toString()))
                .isZero();

        assertThat(read(folder())).containsOnlyKeys("giza.cluster-token");
    }

    @Test
    void aSecretOfKubernetesHasAllButTheIdOfTheCluster() {
        assertThat(giza("secrets", "new", "-o", "kubernetes", "--namespace", "prod")).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines.getFirst())
                .matches("# No secret, .*topology\\.clusterId: \"[0-9a-f-]{36}\"");
        assertThat(lines.subList(1, 8))
                .containsExactly(
                        "apiVersion: v1",
                        "kind: Secret",
                        "metadata:",
                        "  name: \"giza\"",
                        "  namespace: \"prod\"",
                        "type: Opaque",
                        "stringData:");
        assertThat(lines.subList(8, lines.size()))
                .hasSize(FORMS.size() - 1)
                .allMatch(line -> line.matches(" {2}giza\\.[a-z.-]+: \"[A-Za-z0-9+/=]+\""))
                .noneMatch(line -> line.contains("giza.cluster-id"));
    }

    @Test
    void variablesAreThoseThatServicesRead() {
        assertThat(giza("secrets", "new", "-o", "env")).isZero();

        List<String> names = new ArrayList<>();
        out.toString().lines().forEach(line -> names.add(line.split("=", 2)[0]));
        assertThat(names)
                .containsExactly(
                        "GIZA_CLUSTERID",
                        "GIZA_CLUSTERTOKEN",
                        "GIZA_MASTERKEY",
                        "GIZA_GATEWAY_ACCESSKEY",
                        "GIZA_GATEWAY_SECRETKEY",
                        "GIZA_CONSOLE_SESSIONKEY");
    }

    @Test
    void noTwoDrawsAreAlike() {
        giza("secrets", "new", "-o", "env");
        giza("secrets", "new", "-o", "env");

        List<String> values =
                Arrays.stream(out.toString().split("\n", -1))
                        .filter(line -> !line.isEmpty())
                        .map(line -> line.split("=", 2)[1])
                        .toList();
        assertThat(values).hasSize(2 * FORMS.size()).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-o env folder",
                "-o kubernetes --name UPPER",
                "-o kubernetes --namespace a\"b",
                "-o env --only giza.dc",
                "-o yaml"
            })
    void misuseIsToldApart(String arguments) {
        List<String> all = new ArrayList<>(List.of("secrets", "new"));
        Arrays.stream(arguments.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(all::add);

        assertThat(giza(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }
}
