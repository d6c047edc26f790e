package io.giza.simulation.drill;

import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.disk.DiskRules;

import java.util.LinkedHashMap;
import java.util.Map;

/** Tables on disks with one rule broken each. */
final class DiskMutants {
    private DiskMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("vote answered before it is forced", on(DiskRules.ANSWERS_FIRST));
        mutants.put("failed force ignored", on(DiskRules.IGNORES_FAILURES));
        mutants.put("older disk put back", on(DiskRules.ASKS_NOBODY));
        mutants.put("notes counted as progress", on(DiskRules.COUNTS_NOTES));
        return mutants;
    }

    /** Returns the mutants of fragment stores by name. */
    static Map<String, Protocol> ofFragments() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("fragment stored before it is forced", on(DiskRules.ANSWERS_FIRST));
        mutants.put("failed force of a fragment ignored", on(DiskRules.IGNORES_FAILURES));
        mutants.put("fragment shown before its entry is forced", on(DiskRules.SHOWS_AT_ONCE));
        return mutants;
    }

    /** Returns the mutants of the guard of fragment stores by name. */
    static Map<String, Protocol> ofOlderFragments() {
        return Map.of("older disk of fragments put back", on(DiskRules.ASKS_NOBODY));
    }

    private static Protocol on(DiskRules rules) {
        return new Protocol() {
            @Override
            public DiskRules disks() {
                return rules;
            }
        };
    }
}
