package io.giza.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Linux tells of a process in {@code /proc}. */
public final class ProcessStats {
    private static final Path PROCESSES = Path.of("/proc");
    private static final double TICKS_PER_SECOND = 100;
    private static final double KIBIBYTES = 1 << 10;

    /** Of what follows the name in {@code stat}: time in the program and in the system for it. */
    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;

    private ProcessStats() {}

    /** Returns the memory that a process occupies, in MiB; below 0 where the system hides it. */
    public static double residentMebibytes(long pid) throws IOException {
        Path status = PROCESSES.resolve(pid + "/status");
        return Files.isReadable(status) ? residentMebibytes(Files.readString(status)) : -1;
    }

    static double residentMebibytes(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / KIBIBYTES)
                .findFirst()
                .orElse(-1);
    }

    /**
     * Returns the CPU seconds of a process by its threads, those whose names differ by numbers
     * together; nothing where the system hides them.
     */
    public static Map<String, Double> threadSeconds(long pid) throws IOException {
        Path tasks = PROCESSES.resolve(pid + "/task");
        if (!Files.isReadable(tasks)) {
            return Map.of();
        }
        List<Path> threads;
        try (Stream<Path> all = Files.list(tasks)) {
            threads = all.toList();
        }
        Map<String, Double> seconds = new TreeMap<>();
        for (Path thread : threads) {
            try {
                ThreadTime time = ThreadTime.of(Files.readString(thread.resolve("stat")));
                seconds.merge(time.name(), time.seconds(), Double::sum);
            } catch (NoSuchFileException e) {
                // It has ended meanwhile.
                continue;
            }
        }
        return seconds;
    }

    /**
     * What a thread had.
     *
     * @param name without numbers
     * @param seconds of CPU
     */
    record ThreadTime(String name, double seconds) {
        /** Reads the text of {@code stat}; the name may have spaces and parentheses. */
        static ThreadTime of(String stat) {
            int end = stat.lastIndexOf(')');
            String name = stat.substring(stat.indexOf('(') + 1, end);
            String[] fields = stat.substring(end + 2).split(" ", -1);
            long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
            String common = name.replaceAll("[#-]?[0-9]+", "").strip();
            return new ThreadTime(common.isEmpty() ? name : common, ticks / TICKS_PER_SECOND);
        }
    }
}
