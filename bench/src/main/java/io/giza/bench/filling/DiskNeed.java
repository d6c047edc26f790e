package io.giza.bench.filling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Refuses to fill tables for which the disk has no room. */
public final class DiskNeed {
    /** More than a row of a small inline object takes with its key, before compression. */
    private static final long BYTES_OF_ROW = 400;

    /** For what is put afterwards, and so that the machine can go on. */
    private static final long SPARE_BYTES = 4L << 30;

    private static final double GIBIBYTE = 1L << 30;

    private DiskNeed() {}

    /**
     * Sees that there is room for as many keys in each data center.
     *
     * @throws IllegalStateException naming the options to change
     */
    public static void require(Path folder, long keys, int dcs) throws IOException {
        require(folder, keys, dcs, Files.getFileStore(folder).getUsableSpace());
    }

    static void require(Path folder, long keys, int dcs, long free) {
        long need = keys * dcs * BYTES_OF_ROW + SPARE_BYTES;
        if (free < need) {
            throw new IllegalStateException(
                    ("--keys %d may take %.1f GiB in %s, where %.1f are free: name a folder on another"
                                    + " disk with --folder, or fewer --keys")
                            .formatted(keys, need / GIBIBYTE, folder, free / GIBIBYTE));
        }
    }
}
