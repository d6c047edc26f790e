package io.giza.simulation.drill;

import io.giza.lock.LockPermit;
import io.giza.lock.Retention;
import io.giza.lock.VersionLock;
import io.giza.simulation.cluster.Protocol;
import io.giza.version.VersionRules;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Object lock with one rule broken each. */
final class LockMutants {
    private LockMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put(
                "locked version deleted",
                by(
                        new VersionRules() {
                            @Override
                            public boolean mayDelete(VersionLock lock, LockPermit permit) {
                                return true;
                            }
                        }));
        mutants.put(
                "retention made shorter",
                by(
                        new VersionRules() {
                            @Override
                            public boolean mayRetain(
                                    VersionLock lock,
                                    Optional<Retention> retention,
                                    LockPermit permit) {
                                return true;
                            }
                        }));
        mutants.put(
                "retention over by one clock",
                by(
                        new VersionRules() {
                            @Override
                            public boolean isOver(boolean byThisClock, boolean byQuorum) {
                                return byThisClock;
                            }
                        }));
        mutants.put(
                "retention begun by a clock that nobody shares",
                by(
                        new VersionRules() {
                            @Override
                            public boolean isSameTime(Duration apart, Duration tolerance) {
                                return true;
                            }
                        }));
        mutants.put(
                "default retention told of before all go by it",
                by(
                        new VersionRules() {
                            @Override
                            public Duration reportDelay(Duration freshness) {
                                return Duration.ZERO;
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
