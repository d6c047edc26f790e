package io.giza.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fetches packages of Debian by apt-get, keeps them by their SHA-256, and unpacks them. */
final class DebianPackages {
    private static final String OTHERWISE =
            " Where there is no Debian, '--base IMAGE@sha256:...' takes the C library of another"
                    + " image.";

    private final Path cache;

    /** Keeps packages in a folder, which may not exist yet. */
    DebianPackages(Path cache) {
        this.cache = cache;
    }

    /** Returns the folder where this user's caches of Giza are. */
    static Path userCache() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path caches =
                given == null || given.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(given);
        return caches.resolve("giza").resolve("debian");
    }

    /** Returns what this machine's processor is called by Debian, such as "amd64". */
    static String architecture() {
        return switch (System.getProperty("os.arch")) {
            case "x86_64", "amd64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> System.getProperty("os.arch");
        };
    }

    /**
     * Unpacks a package.
     *
     * @throws ImageException if it cannot be had, or is not what the lock says
     */
    void unpack(BaseLock.Package one, Path folder) throws IOException {
        Programs.require(
                cache, List.of("dpkg-deb", "-x", fetch(one).toString(), folder.toString()));
    }

    private Path fetch(BaseLock.Package one) throws IOException {
        Files.createDirectories(cache);
        Path kept = cache.resolve(one.sha256() + ".deb");
        if (Files.exists(kept) && Folders.sha256(kept).equals(one.sha256())) {
            return kept;
        }
        Path folder = Files.createTempDirectory(cache, "download");
        try {
            Path file = download(folder, one.name() + "=" + one.version());
            String found = Folders.sha256(file);
            if (!found.equals(one.sha256())) {
                throw new ImageException(
                        "%s %s has the SHA-256 %s, and not the one of base.lock: %s. Do not use it."
                                .formatted(one.name(), one.version(), found, one.sha256()));
            }
            return Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Folders.delete(folder);
        }
    }

    /** Returns the version of a package that apt-get has today, with its SHA-256. */
    BaseLock.Package today(BaseLock.Package one) {
        try {
            Files.createDirectories(cache);
            Path folder = Files.createTempDirectory(cache, "download");
            try {
                Path file = download(folder, one.name());
                String version =
                        Programs.require(
                                folder, List.of("dpkg-deb", "-f", file.toString(), "Version"));
                return one.at(version.strip(), Folders.sha256(file));
            } finally {
                Folders.delete(folder);
            }
        } catch (IOException e) {
            throw new ImageException("cannot keep packages in " + cache + ": " + e.getMessage(), e);
        }
    }

    private static Path download(Path folder, String what) throws IOException {
        Programs.Outcome outcome =
                Programs.run(
                        folder, Map.of("LC_ALL", "C"), List.of("apt-get", "-q", "download", what));
        Optional<Path> file =
                Folders.files(folder).stream()
                        .filter(each -> each.toString().endsWith(".deb"))
                        .findFirst();
        if (outcome.code() != 0 || file.isEmpty()) {
            throw new ImageException(
                    ("apt-get cannot download %s:%n%s%nRun apt-get update. If Debian has replaced"
                                            + " that version, './giza image lock' takes the one of today.")
                                    .formatted(what, outcome.end())
                            + OTHERWISE);
        }
        return file.get();
    }
}
