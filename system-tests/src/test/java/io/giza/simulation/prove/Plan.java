package io.giza.simulation.prove;

import io.giza.simulation.Scenarios;
import io.giza.simulation.Scenarios.Scenario;

import java.util.List;
import java.util.Optional;

/**
 * Which seeds are to be run and by which scenarios: seed s is run by one of them, in turn.
 *
 * @param first the first seed
 * @param last the last seed
 * @param scenarios names of scenarios, at least one
 */
record Plan(long first, long last, List<String> scenarios) {
    /** How many seeds are handed to a worker at a time. */
    static final long BLOCK = 50;

    Plan {
        scenarios = List.copyOf(scenarios);
        if (first < 1 || last < first) {
            throw new IllegalArgumentException(
                    "--from must be at least 1 and --seeds at least 1, not seeds "
                            + first
                            + " to "
                            + last);
        }
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException("--scenario must leave at least one");
        }
        scenarios.forEach(Plan::scenario);
    }

    /** Returns how many seeds there are. */
    long seeds() {
        return last - first + 1;
    }

    /** Returns the scenario that runs {@code seed}. */
    Scenario scenarioOf(long seed) {
        return scenario(scenarios.get((int) (seed % scenarios.size())));
    }

    /** Returns the block that begins at {@code seed}, empty past the end. */
    Optional<Block> blockFrom(long seed) {
        return seed > last
                ? Optional.empty()
                : Optional.of(new Block(seed, Math.min(last, seed + BLOCK - 1)));
    }

    private static Scenario scenario(String name) {
        return Scenarios.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no scenario '"
                                                + name
                                                + "'; there are "
                                                + Scenarios.all().stream()
                                                        .map(Scenario::name)
                                                        .toList()));
    }
}
