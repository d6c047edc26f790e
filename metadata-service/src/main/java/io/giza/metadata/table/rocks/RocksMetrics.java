package io.giza.metadata.table.rocks;

import io.giza.metrics.Latencies;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * What a table tells of RocksDB; names in docs/reference/metrics.md. RocksDB's own statistics stay
 * off, since they read the clock at each access.
 */
final class RocksMetrics {
    private static final String STALLS = "rocksdb.cf-write-stall-stats";

    private final MeterRegistry registry;
    private final Timer forces;

    /** Something that RocksDB says of itself, as a number. */
    interface Figure {
        double of(RocksDB database) throws RocksDBException;
    }

    RocksMetrics(MeterRegistry registry) {
        this.registry = registry;
        forces =
                Latencies.timer(
                                "giza.table.force",
                                "How long it took to write a batch and force it to disk")
                        .register(registry);
    }

    /** Counts how long each batch takes that is forced. */
    Timer forces() {
        return forces;
    }

    /** Shows how a table stands, as long as it is open. */
    void register(RocksRowTable table) {
        Gauge.builder(
                        "giza.table.bytes",
                        table,
                        each -> each.figure(longOf("total-sst-files-size")))
                .description("Bytes of the table's files, its log left out")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder(
                        "giza.table.pending.compaction",
                        table,
                        each -> each.figure(longOf("estimate-pending-compaction-bytes")))
                .description(
                        "Bytes that are to be rewritten; writes are held up where they are many")
                .baseUnit("bytes")
                .register(registry);
        stalls(table, "delayed", "total-delays");
        stalls(table, "stopped", "total-stops");
    }

    private void stalls(RocksRowTable table, String kind, String name) {
        FunctionCounter.builder("giza.table.stalls", table, each -> each.figure(entryOf(name)))
                .description("How often RocksDB held writes up, since it could not keep pace")
                .tag("kind", kind)
                .register(registry);
    }

    private static Figure longOf(String property) {
        return database -> database.getLongProperty("rocksdb." + property);
    }

    private static Figure entryOf(String name) {
        return database ->
                Double.parseDouble(
                        database.getMapProperty(database.getDefaultColumnFamily(), STALLS)
                                .getOrDefault(name, "NaN"));
    }
}
