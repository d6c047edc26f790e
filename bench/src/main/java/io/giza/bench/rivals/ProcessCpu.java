package io.giza.bench.rivals;

import io.giza.bench.cluster.CpuMeter;

import java.time.Duration;
import java.util.List;

/**
 * The CPU time of the processes of one store, their own and the system's for them. On Linux the JDK
 * reads both from {@code /proc/PID/stat}, in steps of 10 ms.
 *
 * @param name of the store, for messages
 * @param pids its processes
 */
record ProcessCpu(String name, List<Long> pids) implements CpuMeter {
    @Override
    public double seconds() {
        return pids.stream().mapToDouble(this::seconds).sum();
    }

    private double seconds(long pid) {
        Duration spent =
                ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "process "
                                                        + pid
                                                        + " of "
                                                        + name
                                                        + " has ended, or hides its CPU time"));
        return spent.toNanos() / 1e9;
    }
}
