package io.giza.bench.rivals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * MinIO's program: one that is there, or one that Go builds once and that stays in a cache folder.
 *
 * @param file what to run
 * @param version which build
 */
record MinioProgram(Path file, String version) {
    /** The version that is built. */
    static final String BUILT_VERSION = "v0.0.0-20260212201848-7aac2a2c5b7c";

    private static final String MODULE = "github.com/minio/minio";
    private static final String OPTION = "--minio PATH names a MinIO that is there already";

    /**
     * Takes a program that is there.
     *
     * @throws IllegalStateException if it cannot be run
     */
    static MinioProgram at(Path file) {
        try {
            String line = FirstLine.of(file.toString(), "--version");
            return new MinioProgram(file, line.replaceFirst("^minio version ", ""));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "--minio: " + file + " cannot be run: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the program of the cache folder, and builds it first if it is not there.
     *
     * @param cache the folder, which is made if it is missing
     * @param go the command of the Go toolchain, whose settings say where modules come from
     * @throws IllegalStateException saying what to do if it cannot be built
     */
    static MinioProgram built(Path cache, String go, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path home = cache.resolve("minio-" + BUILT_VERSION);
        Path program = home.resolve("minio");
        if (!Files.exists(program)) {
            requireGo(go);
            Files.createDirectories(home);
            // Others that build it now are waited for.
            try (FileChannel file =
                            FileChannel.open(
                                    home.resolve("lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock _ = file.lock()) {
                if (!Files.exists(program)) {
                    build(home, go, progress);
                }
            }
        }
        return new MinioProgram(program, BUILT_VERSION);
    }

    private static void requireGo(String go) {
        try {
            var _ = FirstLine.of(go, "version");
        } catch (IOException e) {
            throw new IllegalStateException(
                    "MinIO is not built yet, and '"
                            + go
                            + "' cannot be run to build it: install Go 1.24 or later, or "
                            + OPTION
                            + ", or leave it out by --no-minio.",
                    e);
        }
    }

    private static void build(Path home, String go, Consumer<String> progress)
            throws IOException, InterruptedException {
        progress.accept(
                "building MinIO "
                        + BUILT_VERSION
                        + " by Go, once: some minutes, and 2 GB of Go's caches");
        Path made = Files.createDirectories(home.resolve("made"));
        ProcessBuilder builder = new ProcessBuilder(go, "install", MODULE + "@" + BUILT_VERSION);
        builder.environment().put("GOBIN", made.toString());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException(
                    "Go could not build MinIO; its messages are above. Mend what they name ('go env'"
                            + " says where modules come from), or "
                            + OPTION
                            + ".");
        }
        Files.move(made.resolve("minio"), home.resolve("minio"), StandardCopyOption.ATOMIC_MOVE);
        progress.accept("MinIO is built: " + home.resolve("minio"));
    }
}
