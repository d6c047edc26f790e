package io.giza.bench.rivals;

import io.giza.bench.cluster.CpuMeter;

import java.time.Duration;

/**
 * The CPU time of one process, its own and the system's for it. On Linux the JDK reads both from
 * {@code /proc/PID/stat}, in steps of 10 ms.
 *
 * @param name of the store, for messages
 * @param pid its process
 */
record ProcessCpu(String name, long pid) implements CpuMeter {
    @Override
    public double seconds() {
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
