package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.standalone.config.Credentials;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class MinioProgramTest {
    @TempDir Path folder;

    @Test
    void withoutGoTheMessageSaysWhatToDo() {
        assertThatThrownBy(() -> MinioProgram.built(folder, "no-such-go", _ -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("install Go")
                .hasMessageContaining("--minio PATH")
                .hasMessageContaining("--no-minio");
    }

    @Test
    void whatWasBuiltIsNotBuiltAgain() throws IOException, InterruptedException {
        Path home = folder.resolve("minio-" + MinioProgram.BUILT_VERSION);
        Path program = Files.createFile(Files.createDirectory(home).resolve("minio"));

        assertThat(MinioProgram.built(folder, "no-such-go", _ -> {}))
                .isEqualTo(new MinioProgram(program, MinioProgram.BUILT_VERSION));
    }

    @Test
    void aProgramThatCannotBeRunIsNamed() {
        assertThatThrownBy(() -> MinioProgram.at(folder.resolve("minio")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("--minio")
                .hasMessageContaining(folder.toString());
    }

    @Test
    void itIsBuiltInTheCacheFolderOfTheUser() {
        assertThat(RivalsCommand.cache(Map.of("XDG_CACHE_HOME", "/caches")))
                .isEqualTo(Path.of("/caches/giza"));
        assertThat(RivalsCommand.cache(Map.of())).endsWith(Path.of(".cache/giza"));
    }

    @Test
    void twoOfFourDrivesAreParityAndForcingIsAsByDefault() {
        assertThat(MinioStore.settings(Credentials.random()))
                .containsEntry("MINIO_STORAGE_CLASS_STANDARD", "EC:2")
                .doesNotContainKeys("MINIO_FS_OSYNC", "MINIO_API_ODIRECT");
    }
}
