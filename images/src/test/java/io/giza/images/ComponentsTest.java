package io.giza.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ComponentsTest {
    private static final BaseLock LOCK =
            new BaseLock(
                    List.of(),
                    List.of(
                            new BaseLock.Package(
                                    "libstdc++6", "12.2.0-14+deb12u1", "amd64", "aa", List.of())));

    @TempDir private Path folder;

    private JsonNode write(Components components) throws IOException {
        Path maven =
                Files.writeString(
                        folder.resolve("bom.json"),
                        """
                        {"bomFormat": "CycloneDX",
                         "metadata": {"component": {"bom-ref": "service"}},
                         "components": [{"name": "library"}],
                         "dependencies": [{"ref": "service", "dependsOn": ["library"]}]}
                        """);
        Path file = folder.resolve("components.cdx.json");
        components.write(maven, file);
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void whatMavenListsIsJoinedByTheJvmAndThePackages() throws IOException {
        JsonNode list = write(Components.on(LOCK));

        assertThat(list.path("components").findValuesAsText("name"))
                .containsExactly("library", "openjdk", "libstdc++6");
        assertThat(list.path("components").path(2).path("purl").asText())
                .isEqualTo("pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64");
        assertThat(list.path("dependencies").path(0).path("dependsOn"))
                .extracting(JsonNode::asText)
                .contains("library", list.path("components").path(2).path("bom-ref").asText());
    }

    @Test
    void anotherImageIsOneComponent() throws IOException {
        JsonNode base =
                write(Components.on("registry.example.net/base@sha256:aa"))
                        .path("components")
                        .path(2);

        assertThat(base.path("type").asText()).isEqualTo("container");
        assertThat(base.path("name").asText()).isEqualTo("registry.example.net/base");
        assertThat(base.path("version").asText()).isEqualTo("sha256:aa");
    }

    @Test
    void aListThatIsNotBuiltIsNamed() {
        assertThatExceptionOfType(ImageException.class)
                .isThrownBy(
                        () ->
                                Components.on(LOCK)
                                        .write(folder.resolve("none"), folder.resolve("out")))
                .withMessageContaining("is not built");
    }
}
