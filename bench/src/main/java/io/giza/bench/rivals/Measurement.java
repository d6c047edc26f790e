package io.giza.bench.rivals;

import io.giza.bench.load.LoadResult;

import org.jspecify.annotations.Nullable;

/**
 * One store's turn at one work.
 *
 * @param round which turn, from 1
 * @param opsPerS operations that succeeded per second
 * @param mbPerS the same in 10^6 bytes
 * @param serverCpuMs CPU of the store per operation
 * @param clientCpuMs CPU of the clients per operation, which run on the same machine
 * @param othersShare the part of the machine that all others had meanwhile, 0 to 1; null where it
 *     is unknown
 * @param errors operations that failed
 * @param firstError what the first of them said, or null
 */
record Measurement(
        String store,
        Work work,
        int round,
        double opsPerS,
        double mbPerS,
        double p50Ms,
        double p99Ms,
        double serverCpuMs,
        double clientCpuMs,
        @Nullable Double othersShare,
        long errors,
        @Nullable String firstError) {

    /** Takes what the driver measured, which has one kind of operation. */
    static Measurement of(
            String store, Work work, int round, LoadResult load, @Nullable Double othersShare) {
        if (load.operations().isEmpty()) {
            throw new IllegalStateException(
                    "%s: no %s succeeded: %s".formatted(store, work.label(), load.firstError()));
        }
        LoadResult.Line line = load.operations().getFirst();
        return new Measurement(
                store,
                work,
                round,
                line.opsPerS(),
                line.mbPerS(),
                line.p50Ms(),
                line.p99Ms(),
                load.serverCpuMillisPerOperation(),
                load.clientCpuSecondsPerGb() * work.objectBytes() / 1e6,
                othersShare,
                load.errors(),
                load.firstError());
    }
}
