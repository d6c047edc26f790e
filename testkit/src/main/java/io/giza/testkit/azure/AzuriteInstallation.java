package io.giza.testkit.azure;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The emulator's program, installed once per user by npm and kept in the cache folder. Whoever
 * comes first installs it, others wait: within a process by a lock, among processes by a lock of a
 * file, which a killed process lets go of.
 */
final class AzuriteInstallation {
    static final String VERSION = "3.37.0";

    /** With this set to {@code required}, what would be skipped fails. */
    static final String REQUIRED = "GIZA_AZURITE";

    private static final ReentrantLock INSTALLING = new ReentrantLock();

    private AzuriteInstallation() {}

    /**
     * Returns the program's main file, after installing it if it is not there yet. Where that
     * cannot be done, the calling test is skipped, and the reason stands in its report.
     */
    static Path program() {
        if (!runs("node", "--version")) {
            throw skipped("node is not on the path");
        }
        Path cache = cacheFolder();
        Path home = cache.resolve("azurite-" + VERSION);
        Path program = home.resolve("node_modules/azurite/dist/src/azurite.js");
        INSTALLING.lock();
        try {
            if (!Files.exists(program)) {
                Files.createDirectories(cache);
                installAlone(cache, home);
            }
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be installed in " + home, e);
        } finally {
            INSTALLING.unlock();
        }
    }

    private static void installAlone(Path cache, Path home) throws IOException {
        try (FileChannel file =
                        FileChannel.open(
                                cache.resolve("azurite-" + VERSION + ".lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock _ = file.lock()) {
            if (!Files.exists(home)) {
                Path made = Files.createTempDirectory(cache, "azurite-" + VERSION + "-");
                try {
                    install(made);
                    Files.move(made, home, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    delete(made);
                }
            }
        }
    }

    private static void install(Path folder) throws IOException {
        if (!runs("npm", "--version")) {
            throw skipped("npm is not on the path, and Azurite is not installed yet");
        }
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        List<String> command =
                List.of(
                        "npm",
                        "install",
                        "--omit=optional",
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund",
                        "azurite@" + VERSION);
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitOf(process) != 0) {
            throw skipped("npm could not install azurite@" + VERSION + ": " + output.strip());
        }
    }

    private static boolean runs(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return exitOf(process) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static int exitOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static RuntimeException skipped(String reason) {
        String message = "tests against Azurite need node and npm: " + reason;
        if ("required".equals(System.getenv(REQUIRED))) {
            return new IllegalStateException(message + " (" + REQUIRED + " is 'required')");
        }
        return Assumptions.<RuntimeException>abort(message);
    }

    private static Path cacheFolder() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path caches =
                given == null || given.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(given);
        return caches.resolve("giza");
    }

    /** Deletes a folder and all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.sorted(Comparator.reverseOrder()).forEach(paths::add);
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    /** Returns the command that runs the program. */
    static List<String> command(Path guard, String... arguments) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("node", "--require", guard.toString(), program().toString()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }
}
