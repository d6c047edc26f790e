package io.giza.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class HeapShareTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "helm/giza/values.yaml",
                "docs/how-to/build-images.md",
                "docs/how-to/tune-memory-for-slow-clients.md"
            })
    void pagesNameTheOptionThatImagesHave(String page) throws IOException {
        assertThat(HeapShare.option(ROOT)).matches("-XX:MaxRAMPercentage=[1-9][0-9]");
        assertThat(Files.readString(ROOT.resolve(page))).contains(HeapShare.option(ROOT));
    }

    @Test
    void aFileWithoutTheShareIsRefused(@TempDir Path root) throws IOException {
        Files.createDirectory(root.resolve("dev"));
        Files.writeString(root.resolve("dev/memory.properties"), "heap_of_cluster=25\n");
        assertThatExceptionOfType(ImageException.class)
                .isThrownBy(() -> HeapShare.option(root))
                .withMessageEndingWith("has no heap_in_container.");
    }
}
