package io.giza.bench.rivals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What all processors of the machine did since it started, in ticks of the clock: the first line of
 * Linux' {@code /proc/stat}.
 *
 * @param busyTicks spent on anything, what the host of a virtual machine took away included
 * @param totalTicks all of them, idle ones included
 * @param processors how many there are
 */
record MachineCpu(long busyTicks, long totalTicks, int processors) {
    private static final Path SOURCE = Path.of("/proc/stat");

    /** User, nice, system, idle, iowait, irq, softirq, steal; what guests ran is in the first. */
    private static final int FIELDS = 8;

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;

    /** Returns the present state, or nothing where the system does not tell. */
    static Optional<MachineCpu> now() throws IOException {
        return Files.isReadable(SOURCE)
                ? Optional.of(parse(Files.readString(SOURCE)))
                : Optional.empty();
    }

    /** Reads the text of {@code /proc/stat}. */
    static MachineCpu parse(String text) {
        List<String> lines = text.lines().filter(line -> line.startsWith("cpu")).toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith("cpu ")) {
            throw new IllegalStateException("/proc/stat begins otherwise than by 'cpu'");
        }
        long[] ticks =
                Arrays.stream(lines.getFirst().split("\\s+", -1))
                        .skip(1)
                        .limit(FIELDS)
                        .mapToLong(Long::parseLong)
                        .toArray();
        long total = Arrays.stream(ticks).sum();
        return new MachineCpu(total - ticks[IDLE] - ticks[IO_WAIT], total, lines.size() - 1);
    }

    /**
     * Returns the part of the machine, 0 to 1, that others than the measured had since an earlier
     * state.
     *
     * @param measuredSeconds the CPU time of the measured meanwhile
     * @param seconds how long that was
     */
    double othersShare(MachineCpu before, double measuredSeconds, double seconds) {
        long total = totalTicks - before.totalTicks;
        if (total <= 0 || seconds <= 0) {
            return 0;
        }
        double busy = (double) (busyTicks - before.busyTicks) / total;
        return Math.clamp(busy - measuredSeconds / (seconds * processors), 0, 1);
    }
}
