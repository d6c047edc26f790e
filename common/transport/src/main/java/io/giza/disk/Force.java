package io.giza.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Waits until what was written is on disk. */
@FunctionalInterface
public interface Force {
    /** What the operating system does. */
    Force SYSTEM = (channel, _) -> channel.force(true);

    /** Where a failure ends the process: all that anything is acknowledged upon. */
    Force OR_HALT = new HaltingForce(SYSTEM, ProcessHalt.HALT);

    /**
     * Forces a file, or the entries of a folder.
     *
     * @param path what the channel is open on
     */
    void file(FileChannel channel, Path path) throws IOException;

    /** Forces the entries of a folder. */
    default void folder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            file(channel, folder);
        }
    }
}
