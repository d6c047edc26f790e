package io.giza.simulation.prove;

import java.util.Map;
import java.util.TreeMap;

/** What running some seeds showed. */
sealed interface Finding {
    /**
     * All went well.
     *
     * @param ends how often operations ended how
     */
    record Well(Map<String, Long> ends) implements Finding {
        public Well {
            ends = new TreeMap<>(ends);
        }
    }

    /**
     * A seed showed a violation.
     *
     * @param seed the seed
     * @param scenario the scenario that ran it
     * @param message what was wrong, with the latest events
     */
    record Violated(long seed, String scenario, String message) implements Finding {}

    /** The worker itself ended. */
    record Died(String detail) implements Finding {}
}
