package io.giza.service.support;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the threads of this process do, virtual ones too, in a text of bounded length. */
final class ThreadDump {
    private static final int MOST_CHARACTERS = 256 << 10;

    private ThreadDump() {}

    /** Takes it. The JVM writes such a thing to a file and to nothing else. */
    static String take() throws IOException {
        Path folder = Files.createTempDirectory("giza-threads");
        Path file = folder.resolve("threads.txt");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
            return head(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static String head(Path file) throws IOException {
        char[] text = new char[MOST_CHARACTERS];
        int length = 0;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int count = reader.read(text, 0, MOST_CHARACTERS);
            while (count > 0 && length + count < MOST_CHARACTERS) {
                length += count;
                count = reader.read(text, length, MOST_CHARACTERS - length);
            }
            length += Math.max(0, count);
        }
        return new String(text, 0, length) + (length == MOST_CHARACTERS ? "\n... and more\n" : "");
    }
}
