package io.giza.bench.rivals;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Where and when was measured.
 *
 * @param began when, in UTC
 * @param system the operating system
 * @param processors how many the JVM may use
 * @param memoryBytes of the machine
 * @param jdk which one runs Giza and the clients
 * @param fileSystem the kind of that below the stores' folders
 * @param loadAverage of the last minute before, below 0 where it is unknown
 */
record Conditions(
        String began,
        String system,
        int processors,
        long memoryBytes,
        String jdk,
        String fileSystem,
        double loadAverage) {

    /**
     * Returns the present ones.
     *
     * @param folder where the stores keep their data
     */
    static Conditions now(Path folder) throws IOException {
        var system = ManagementFactory.getOperatingSystemMXBean();
        long memory =
                system instanceof com.sun.management.OperatingSystemMXBean own
                        ? own.getTotalMemorySize()
                        : 0;
        return new Conditions(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()),
                system.getAvailableProcessors(),
                memory,
                String.valueOf(Runtime.version()),
                Files.getFileStore(folder).type(),
                system.getSystemLoadAverage());
    }

    /** Whether forcing to disk costs nothing, because there is no disk. */
    boolean isInMemory() {
        return fileSystem.equals("tmpfs") || fileSystem.equals("ramfs");
    }

    /** Returns them in a line. */
    String text() {
        String load =
                loadAverage < 0
                        ? ""
                        : String.format(Locale.ROOT, ", load %.1f before it began", loadAverage);
        return "%s, %d processors, %d GiB, JDK %s, %s, %s%s"
                .formatted(system, processors, memoryBytes >> 30, jdk, fileSystem, began, load);
    }
}
