package io.giza.bench.contention;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What gateways do about contention. */
enum ContentionStrategy {
    /** Giza's default: writers of a key queue at a gateway, proposers confirm and look. */
    COOPERATIVE(Map.of("giza.experiments.contention", "cooperative")),
    /** The paper's: after a lost fast round, prepare at once; no queue. */
    SIMPLE(Map.of("giza.experiments.contention", "simple", "giza.requests.queue.enabled", "false"));

    private final Map<String, String> settings;

    ContentionStrategy(Map<String, String> settings) {
        this.settings = settings;
    }

    /** Returns the settings of a cluster of {@code dcs} data centers so far from each other. */
    Map<String, String> settings(int dcs, Duration oneWay) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (!oneWay.isZero()) {
            for (int dc = 1; dc <= dcs; dc++) {
                all.put("giza.experiments.delays.dc" + dc, oneWay.toMillis() + "ms");
            }
        }
        return all;
    }

    /** Returns the name in lower case. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
