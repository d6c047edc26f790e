package io.giza.bench.rivals;

import io.giza.bench.cluster.TemporaryCluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * The program of a rival: one that is there, or one that is built once and stays in a cache folder.
 *
 * @param file what to run
 * @param version which build
 */
record RivalProgram(Path file, String version) {

    /**
     * Takes a MinIO that is there.
     *
     * @throws IllegalStateException if it cannot be run
     */
    static RivalProgram minioAt(Path file) {
        try {
            String line = ServerProcess.firstLineOf(file.toString(), "--version");
            return new RivalProgram(file, line.replaceFirst("^minio version ", ""));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "--minio: " + file + " cannot be run: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the program of the cache folder, and builds it first if it is not there.
     *
     * @param cache the folder, which is made if it is missing
     * @param tool the command of its toolchain, whose settings say where packages come from
     * @throws IllegalStateException saying what to do if it cannot be built
     */
    static RivalProgram built(Path cache, Recipe recipe, String tool, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path home = cache.resolve(recipe.program() + "-" + recipe.version());
        Path program = home.resolve(recipe.program());
        if (!Files.exists(program)) {
            requireTool(recipe, tool);
            Files.createDirectories(home);
            // Others that build it now are waited for.
            try (FileChannel file =
                            FileChannel.open(
                                    home.resolve("lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock _ = file.lock()) {
                if (!Files.exists(program)) {
                    build(home, recipe, tool, progress);
                }
            }
        }
        return new RivalProgram(program, recipe.version());
    }

    private static void requireTool(Recipe recipe, String tool) {
        try {
            var _ = ServerProcess.firstLineOf(tool, recipe.toolchain().versionArgument());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "%s is not built yet, and '%s' cannot be run to build it: install %s, or %s."
                            .formatted(
                                    recipe.title(),
                                    tool,
                                    recipe.toolchain().title(),
                                    recipe.otherwise()),
                    e);
        }
    }

    private static void build(Path home, Recipe recipe, String tool, Consumer<String> progress)
            throws IOException, InterruptedException {
        progress.accept(
                "building %s %s by '%s', once: %s"
                        .formatted(recipe.title(), recipe.version(), tool, recipe.cost()));
        Path made = Files.createDirectories(home.resolve("made"));
        ProcessBuilder builder = recipe.toolchain().install(tool, recipe, made);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException(
                    "'%s' could not build %s; its messages are above. Mend what they name (%s), or %s."
                            .formatted(
                                    tool,
                                    recipe.title(),
                                    recipe.toolchain().settings(),
                                    recipe.otherwise()));
        }
        Path program = home.resolve(recipe.program());
        Files.move(
                recipe.toolchain().product(made, recipe.program()),
                program,
                StandardCopyOption.ATOMIC_MOVE);
        TemporaryCluster.delete(made);
        progress.accept(recipe.title() + " is built: " + program);
    }
}
