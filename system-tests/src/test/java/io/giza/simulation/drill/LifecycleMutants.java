package io.giza.simulation.drill;

import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.Protocol;
import io.giza.version.VersionRules;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lifecycles with one rule broken each. */
final class LifecycleMutants {
    private LifecycleMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put(
                "expiry not conditional on the version judged",
                by(
                        new VersionRules() {
                            @Override
                            public boolean mayExpire(Row now, Row judged) {
                                return true;
                            }
                        }));
        mutants.put(
                "expiry beside a put that may never be there",
                by(
                        new VersionRules() {
                            @Override
                            public boolean mayExpireBeside(Entry entry) {
                                return true;
                            }
                        }));
        return mutants;
    }

    private static Protocol by(VersionRules rules) {
        return new Protocol() {
            @Override
            public VersionRules versions() {
                return rules;
            }
        };
    }
}
