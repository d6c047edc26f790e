package io.giza.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.CommandException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** An archive of what a cluster told. */
class SupportBundleTest {
    private static final String SECRET = "a-secret-key";

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("bundle.zip");
    }

    private static Map<String, String> read(Path file) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                all.put(each.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return all;
    }

    @Test
    void itsManifestNamesEachFileAndWhatIsLeftOut() throws IOException {
        try (SupportBundle bundle = new SupportBundle(file(), SECRET)) {
            bundle.add("dc1/log.txt", "abc");
            bundle.lack("dc2", "it is away");
            bundle.end("the cluster", Instant.EPOCH);
        }

        Map<String, String> files = read(file());
        assertThat(files)
                .containsOnlyKeys("giza-support/dc1/log.txt", "giza-support/manifest.json")
                .containsEntry("giza-support/dc1/log.txt", "abc");
        JsonNode manifest =
                JsonMapper.builder().build().readTree(files.get("giza-support/manifest.json"));
        assertThat(manifest.path("schema").asString()).isEqualTo("giza.support-bundle/1");
        assertThat(manifest.path("cluster").asString()).isEqualTo("the cluster");
        assertThat(manifest.path("files").toString())
                .isEqualTo(
                        "[{\"name\":\"dc1/log.txt\",\"bytes\":3,\"sha256\":\"ba7816bf8f01cfea414140de5dae2223"
                                + "b00361a396177a9cb410ff61f20015ad\"}]");
        assertThat(manifest.path("errors").path(0).path("error").asString())
                .isEqualTo("it is away");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void theSecretOfWhoAsksKeepsItFromBeingWritten() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(
                        () -> {
                            try (SupportBundle bundle = new SupportBundle(file(), SECRET)) {
                                bundle.add("fine.txt", "fine");
                                bundle.add("log.txt", "key=" + SECRET + ";");
                            }
                        })
                .withMessageContaining("is in log.txt")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain(SECRET));
        assertThat(file()).doesNotExist();
    }

    @Test
    void whatEndsBeforeItsManifestIsTakenAway() {
        try (SupportBundle bundle = new SupportBundle(file(), SECRET)) {
            bundle.add("fine.txt", "fine");
        }
        assertThat(file()).doesNotExist();
    }

    @Test
    void noFileIsOverwritten() throws IOException {
        Files.writeString(file(), "other");

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> new SupportBundle(file(), SECRET))
                .withMessageContaining("is there");
        assertThat(file()).hasContent("other");
    }
}
