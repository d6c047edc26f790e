package io.giza.standalone.cli;

import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.RefusedException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a data center has on disk.
 *
 * @param folder where
 * @param files how many files
 * @param bytes their bytes
 */
record DcUsage(Path folder, long files, long bytes) {
    private static final double MIB = 1 << 20;

    /**
     * Looks what a data center has.
     *
     * @throws RefusedException if there is no such data center, or it has nothing
     */
    static DcUsage of(Path data, String dc) {
        Path folder = data.toAbsolutePath().normalize().resolve(dc);
        boolean known =
                DataFolder.shapeOf(data).stream()
                        .flatMap(shape -> shape.names().stream())
                        .anyMatch(name -> name.value().equals(dc));
        if (!known || !Files.isDirectory(folder)) {
            throw new RefusedException("there is nothing stored for a data center '" + dc + "'.");
        }
        long files = 0;
        long bytes = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                try {
                    bytes += Files.size(file);
                    files++;
                } catch (NoSuchFileException e) {
                    // Deleted since it was listed.
                    continue;
                }
            }
        } catch (IOException e) {
            throw new RefusedException("cannot read " + folder + ": " + e.getMessage(), e);
        }
        return new DcUsage(folder, files, bytes);
    }

    /** Returns a sentence about it. */
    String text(String dc) {
        return String.format(
                Locale.ROOT,
                "%s has %,d files of %,.1f MiB in %s.",
                dc,
                files,
                bytes / MIB,
                folder);
    }
}
