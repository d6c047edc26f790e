package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.giza.standalone.config.Service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Mistakes in configurations, found before anything starts. */
class ConfigCommandTest {
    private static final String FINE =
            """
            giza:
              dc: dc1
              cluster-id: test
              cluster-token: 0123456789abcdef
              topology:
                epoch: 1
                data-centers:
                  - {name: dc1, metadata: "http://127.0.0.1:1", fragments: "http://127.0.0.1:2"}
                  - {name: dc2, metadata: "http://127.0.0.1:3", fragments: "http://127.0.0.1:4"}
                  - {name: dc3, metadata: "http://127.0.0.1:5", fragments: "http://127.0.0.1:6"}
              accounts:
                default: {metadata-dcs: [dc1, dc2, dc3], data-dcs: [dc1, dc2, dc3], coding: "rs(2,1)"}
              metadata: {store: rocksdb}
              gateway:
                access-key: photos
                secret-key: 8d1c8d1c8d1c
              requests: {grace: 2s, write-format: 2}
            """;

    @TempDir private Path folder;
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int check(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "config";
        all[1] = "check";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return StandaloneMain.commandLine()
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(errors))
                .execute(all);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void whatIsFineIsSaidToBe() throws IOException {
        Path file = file("dc1.yaml", FINE);

        assertThat(check(file.toString())).as(output.toString()).isZero();
        assertThat(output.toString()).isEqualTo(file + " is fine\n");
    }

    /** What a gateway refuses at its start is found with the same words. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dc: dc1                  | dc: dc9                    | giza.dc is dc9, which giza.topology.data-centers does not list
                    epoch: 1                 | epoch: 0                   | giza.topology.epoch is 0: set it to 1
                    "http://127.0.0.1:3"     | "http://127.0.0.1:1"       | gives http://127.0.0.1:1 to both dc1: metadata and dc2: metadata
                    0123456789abcdef         | short                      | giza.cluster-token has 5 characters
                    [dc1, dc2, dc3], data    | [dc1, dc2, dc7], data      | dc7
                    "rs(2,1)"                | "rs(3,1)"                  | giza.accounts.default
                    access-key: photos       | access-key: ""             | giza.gateway.access-key must be set
                    access-key: photos       | account: other; access-key: photos | giza.gateway.account is other, which giza.accounts does not have
                    grace: 2s                | grace: 2h                  | giza.requests.grace must be more than 0 and at most 1h
                    write-format: 2          | write-format: 3            | giza.requests.write-format must be 1 to 2, not 3
                    cluster-id: test         | master-key: "c2hvcnQ="     | giza.master-key
                    """)
    void whatAServiceRefusesIsFound(String right, String wrong, String sentence)
            throws IOException {
        String text = FINE.replace(right, wrong.replace("; ", "\n    "));
        assertThat(text).isNotEqualTo(FINE);
        Path file = file("dc1.yaml", text);

        assertThat(check(file.toString())).isEqualTo(1);
        assertThat(output.toString()).startsWith(file + ": ").contains(sentence).endsWith(".\n");

        Throwable failure =
                catchThrowable(
                        () ->
                                Service.GATEWAY
                                        .application()
                                        .run(
                                                "--spring.config.location=file:" + file,
                                                "--server.port=0")
                                        .close());
        assertThat(failure).rootCause().hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    access-key: photos | acces-key: photos | giza.gateway.acces-key is no key of Giza: the nearest one is giza.gateway.access-key.
                    grace: 2s          | grace: soon       | giza.requests.grace is 'soon' in line 17: write a duration, such as 500ms, 2s or 5m.
                    store: rocksdb     | store: oracle     | giza.metadata.store is 'oracle' in line 13: write one of rocksdb, azure, memory.
                    write-format: 2    | write-format: x   | giza.requests.write-format is 'x' in line 17: write a whole number.
                    requests:          | tls: {bundle: inner} | giza.tls.bundle is inner, which is none of spring.ssl.bundle.pem.*
                    requests:          | nonsense          | line 18
                    """)
    void eachMistakeIsASentence(String right, String wrong, String sentence) throws IOException {
        boolean isWholeLine = right.equals("requests:");
        String text =
                isWholeLine ? FINE.replaceFirst("requests:.*", wrong) : FINE.replace(right, wrong);
        Path file = file("dc1.yaml", text);

        assertThat(check(file.toString())).isEqualTo(1);
        assertThat(output.toString()).contains(sentence);
    }

    @Test
    void allMistakesAreFoundAtOnce() throws IOException {
        Path file =
                file(
                        "dc1.yaml",
                        FINE.replace("epoch: 1", "epoch: 0").replace("grace: 2s", "grace: 2h"));

        assertThat(check(file.toString())).isEqualTo(1);
        assertThat(output.toString()).contains("giza.topology.epoch is 0", "giza.requests.grace");
    }

    @Test
    void onlyTheServicesThatAreNamedMindTheirOwnKeys() throws IOException {
        String path =
                file("dc1.yaml", FINE.replace("access-key: photos", "access-key: ''")).toString();

        assertThat(check("--service", "metadata-service,gc-worker", path)).isZero();
        assertThat(check("--service", "gateway-service", path)).isEqualTo(1);
        assertThat(check("--service", "gateway", path)).isEqualTo(2);
    }

    /** It is a client, and is told nothing of the cluster. */
    @Test
    void aConsoleNeedsNoCluster() throws IOException {
        String alone = "giza: {console: {gateways: ['https://s3.example.net']}}";
        assertThat(check("--service", "console-service", file("console.yaml", alone).toString()))
                .isZero();

        String wrong = "giza: {console: {gateways: ['s3.example.net']}}";
        assertThat(check("--service", "console-service", file("wrong.yaml", wrong).toString()))
                .isEqualTo(1);
        assertThat(output.toString()).contains("giza.console.gateways has s3.example.net");
    }

    @Test
    void filesOfOneClusterMustAgree() throws IOException {
        Path one = file("dc1.yaml", FINE);
        Path other =
                file(
                        "dc2.yaml",
                        FINE.replace("dc: dc1", "dc: dc2")
                                .replace("epoch: 1", "epoch: 2")
                                .replace("0123456789abcdef", "fedcba9876543210")
                                .replace("\"rs(2,1)\"", "\"rs(1,2)\""));

        assertThat(check(one.toString(), other.toString())).isEqualTo(1);
        assertThat(output.toString())
                .contains(one + " is fine")
                .contains(other + ": giza.cluster-token is another than in " + one)
                .contains(other + ": giza.topology.epoch is another")
                .contains(other + ": giza.accounts is another")
                .doesNotContain("giza.cluster-id", "giza.topology.data-centers")
                .doesNotContain("0123456789abcdef", "fedcba9876543210");
    }

    @Test
    void regionsMayReachEachOtherByEndpointsOfTheirOwn() throws IOException {
        Path one = file("dc1.yaml", FINE);
        Path other =
                file(
                        "dc2.yaml",
                        FINE.replace("dc: dc1", "dc: dc2")
                                .replace("http://127.0.0.1:1", "http://10.1.0.5:9001"));

        assertThat(check(one.toString(), other.toString())).as(output.toString()).isZero();
    }

    @Test
    void secretsAreTakenFromTheFilesThatAConfigurationImports() throws IOException {
        Path secrets = Files.createDirectory(folder.resolve("secrets"));
        String text =
                FINE.replaceFirst(" *secret-key:.*\n", "")
                        + "spring: {config: {import: \"configtree:"
                        + secrets
                        + "/\"}}\n";
        Path file = file("dc1.yaml", text);

        assertThat(check(file.toString())).isEqualTo(1);
        assertThat(output.toString()).contains("giza.gateway.secret-key must be set");
        Files.writeString(secrets.resolve("giza.gateway.secret-key"), "8d1c8d1c8d1c");
        assertThat(check(file.toString())).as(output.toString()).isZero();
        Files.delete(secrets.resolve("giza.gateway.secret-key"));
        Files.delete(secrets);
        assertThat(check(file.toString())).isEqualTo(1);
        assertThat(output.toString()).contains(secrets.toString());
    }

    @Test
    void programsReadTheSame() throws IOException {
        String path = file("dc1.yaml", FINE.replace("epoch: 1", "epoch: 0")).toString();

        assertThat(check("--json", path)).isEqualTo(1);
        assertThat(output.toString())
                .startsWith("{\"schema\":\"giza.config-check/1\",\"fine\":false,\"findings\":[{")
                .contains("\"file\":\"" + path + "\"", "giza.topology.epoch is 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nowhere.yaml", "."})
    void aFileThatIsNotThereIsMisuse(String name) {
        assertThat(name.isEmpty() ? check() : check(folder.resolve(name).toString())).isEqualTo(2);
    }
}
