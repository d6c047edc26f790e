package io.giza.images;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** How much of the memory of its container the heap of a service takes. */
final class HeapShare {
    private static final String KEY = "heap_in_container";

    private HeapShare() {}

    /**
     * Returns the option of the JVM.
     *
     * @param root the folder of the sources, whose dev/memory.properties says all shares
     */
    static String option(Path root) throws IOException {
        Path file = root.resolve("dev").resolve("memory.properties");
        Properties shares = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            shares.load(reader);
        }
        String percentage = shares.getProperty(KEY);
        if (percentage == null) {
            throw new ImageException("%s has no %s.".formatted(file, KEY));
        }
        return "-XX:MaxRAMPercentage=" + percentage;
    }
}
