package io.giza.bench.wan.cluster;

import java.util.Map;

/** How a gateway works: as it is shipped, or as the paper's earlier iterations did. */
public enum GatewayVariant {
    /** As shipped: fragments and record at the same time, the record by a fast ballot. */
    PARALLEL_FAST("parallel + fast", Map.of()),
    /** Fragments first, then the record by a fast ballot: the paper's second iteration. */
    SERIAL_FAST("serial + fast", Map.of("giza.experiments.record-order", "serial")),
    /** Fragments first, then the record by a classic ballot: the paper's first iteration. */
    SERIAL_CLASSIC(
            "serial + classic",
            Map.of(
                    "giza.experiments.record-order", "serial",
                    "giza.experiments.first-round", "classic")),
    /** As shipped, with copies of what it reads from afar. */
    COPIES("copies near", Map.of("giza.read-copies", "true")),
    /** The paper's way with contention: prepare at once after a lost fast ballot, no queue. */
    SIMPLE_CONTENTION(
            "simple",
            Map.of(
                    "giza.experiments.contention", "simple",
                    "giza.requests.queue.enabled", "false"));

    private final String label;
    private final Map<String, String> settings;

    GatewayVariant(String label, Map<String, String> settings) {
        this.label = label;
        this.settings = settings;
    }

    /** Returns what it is called in tables. */
    public String label() {
        return label;
    }

    /** Returns the settings that differ from those of others. */
    Map<String, String> settings() {
        return settings;
    }
}
