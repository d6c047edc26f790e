package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class RivalProgramTest {
    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(KnownRival.class)
    void withoutItsToolchainTheMessageSaysWhatToDo(KnownRival rival) {
        Recipe recipe = rival.recipe();

        assertThatThrownBy(() -> RivalProgram.built(folder, recipe, "no-such-tool", _ -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(recipe.title() + " is not built yet")
                .hasMessageContaining("install " + recipe.toolchain().title())
                .hasMessageContaining("leave it out");
    }

    @Test
    void eachIsBuiltByItsOwnToolchain() {
        assertThat(MinioStore.recipe().toolchain()).isEqualTo(Toolchain.GO);
        assertThat(VersitygwStore.recipe().toolchain()).isEqualTo(Toolchain.GO);
        assertThat(GarageStore.recipe().toolchain()).isEqualTo(Toolchain.CARGO);
    }

    @ParameterizedTest
    @EnumSource(KnownRival.class)
    void whatWasBuiltIsNotBuiltAgain(KnownRival rival) throws IOException, InterruptedException {
        Recipe recipe = rival.recipe();
        Path home = folder.resolve(recipe.program() + "-" + recipe.version());
        Path program = Files.createFile(Files.createDirectory(home).resolve(recipe.program()));

        assertThat(RivalProgram.built(folder, recipe, "no-such-tool", _ -> {}))
                .isEqualTo(new RivalProgram(program, recipe.version()));
    }

    @Test
    void cargoIsToldAnExactVersionAndTheTestedDependencies()
            throws IOException, InterruptedException {
        // In place of cargo: keeps its arguments as what it builds.
        Path cargo = script("[ $1 = --version ] || (mkdir -p $4/bin && echo $@ >$4/bin/garage)");
        List<String> progress = new ArrayList<>();

        RivalProgram built =
                RivalProgram.built(folder, GarageStore.recipe(), cargo.toString(), progress::add);

        assertThat(Files.readString(built.file()))
                .startsWith("install --locked --root ")
                .endsWith("--version 2.5.0 garage\n");
        assertThat(built.file()).isEqualTo(folder.resolve("garage-2.5.0/garage"));
        assertThat(folder.resolve("garage-2.5.0/made")).doesNotExist();
        assertThat(progress).hasSize(2);
    }

    @Test
    void goIsToldAnExactVersion() throws IOException, InterruptedException {
        Path go = script("[ $1 = version ] || echo $@ >$GOBIN/versitygw");

        RivalProgram built =
                RivalProgram.built(folder, VersitygwStore.recipe(), go.toString(), _ -> {});

        assertThat(Files.readString(built.file()))
                .isEqualTo("install github.com/versity/versitygw/cmd/versitygw@v1.8.0\n");
    }

    @Test
    void aBuildThatFailsNamesTheToolAndWhatElseOneCanDo() throws IOException {
        Path cargo = script("[ $1 = --version ]");

        assertThatThrownBy(
                        () ->
                                RivalProgram.built(
                                        folder, GarageStore.recipe(), cargo.toString(), _ -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("could not build Garage")
                .hasMessageContaining("cargo's configuration")
                .hasMessageContaining("--rivals");
    }

    private Path script(String line) throws IOException {
        Path file = folder.resolve("tool");
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("no script can be made in " + folder);
        }
        return file;
    }

    @Test
    void aProgramThatCannotBeRunIsNamed() {
        assertThatThrownBy(() -> RivalProgram.minioAt(folder.resolve("minio")))
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
}
