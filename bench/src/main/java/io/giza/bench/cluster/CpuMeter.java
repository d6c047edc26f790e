package io.giza.bench.cluster;

import java.io.IOException;

/** Reads the CPU time of the servers that are measured. */
@FunctionalInterface
public interface CpuMeter {
    /** Returns the seconds that were spent so far. */
    double seconds() throws IOException, InterruptedException;
}
