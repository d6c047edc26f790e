package io.giza.azurite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The emulator's program, installed once per user by npm and kept in the cache folder. Whoever
 * comes first installs it, others wait: within a process by a lock, among processes by a lock of a
 * file, which a killed process lets go of.
 */
public final class AzuriteInstallation {
    /** The version that is installed. */
    public static final String VERSION = "3.37.0";

    private static final ReentrantLock INSTALLING = new ReentrantLock();

    private AzuriteInstallation() {}

    /**
     * Returns the program's main file, after installing it if it is not there yet.
     *
     * @throws AzuriteUnavailableException if node or npm is missing, or npm fails
     * @throws IOException if the cache folder cannot be written
     */
    public static Path program() throws AzuriteUnavailableException, IOException {
        if (!canRun("node", "--version")) {
            throw new AzuriteUnavailableException("Azurite needs Node.js: node is not on the path");
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
        } finally {
            INSTALLING.unlock();
        }
    }

    private static void installAlone(Path cache, Path home)
            throws AzuriteUnavailableException, IOException {
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

    private static void install(Path folder) throws AzuriteUnavailableException, IOException {
        if (!canRun("npm", "--version")) {
            throw new AzuriteUnavailableException(
                    "Azurite is not installed yet, and npm is not on the path to install it");
        }
        for (String file : List.of("package.json", "package-lock.json")) {
            copyLock(file, folder);
        }
        List<String> command =
                List.of(
                        "npm",
                        "ci",
                        "--omit=optional",
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitOf(process) != 0) {
            throw new AzuriteUnavailableException(
                    "npm could not install azurite@" + VERSION + ": " + output.strip());
        }
    }

    /** Versions and digests of all that the emulator depends on, so that npm takes nothing else. */
    private static void copyLock(String file, Path folder) throws IOException {
        try (InputStream lock = AzuriteInstallation.class.getResourceAsStream(file)) {
            Files.copy(Objects.requireNonNull(lock, file), folder.resolve(file));
        }
    }

    private static boolean canRun(String... command) {
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

    private static Path cacheFolder() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path caches =
                configured == null || configured.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(configured);
        return caches.resolve("giza");
    }

    /** Deletes a folder and all that is in it, if it is there. */
    public static void delete(Path folder) throws IOException {
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
}
