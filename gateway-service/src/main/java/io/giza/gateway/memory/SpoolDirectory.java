package io.giza.gateway.memory;

import io.giza.gateway.spool.SpoolFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder in which the spool makes its files.
 *
 * @param path an existing folder
 */
public record SpoolDirectory(Path path) {
    /**
     * Takes a folder, and makes it where it is missing.
     *
     * @throws IllegalArgumentException if no file can be made there
     */
    public static SpoolDirectory checked(Path path) {
        SpoolDirectory directory = new SpoolDirectory(path);
        try {
            Files.createDirectories(path);
            directory.create().close();
            return directory;
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException(
                    "giza.spool.directory is " + path + ", where no file can be made: " + e, e);
        }
    }

    /** Returns how many bytes are free on its disk. */
    public long freeBytes() {
        try {
            return Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("the disk of " + path + " cannot be asked", e);
        }
    }

    /**
     * Makes a file.
     *
     * @throws UncheckedIOException if the disk fails
     */
    public SpoolFile create() {
        return SealedSpoolFile.create(path);
    }
}
