package io.giza.bench.rivals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sees that measuring ends before the disk is full, which stores answer in ways of their own.
 *
 * @param folder where the stores keep their data
 */
record FreeSpace(Path folder) {
    private static final long LEAST_BYTES = 2L << 30;

    void require() throws IOException {
        if (Files.getFileStore(folder).getUsableSpace() < LEAST_BYTES) {
            throw new IllegalStateException(
                    "less than 2 GiB are free in "
                            + folder
                            + ": name another folder with --data, or measure less (--seconds,"
                            + " --rounds, --sizes)");
        }
    }
}
