package io.giza.simulation.prove;

import io.giza.simulation.Scenarios;
import io.giza.simulation.Scenarios.Scenario;

import java.util.List;
import java.util.Optional;

/**
 * Which seeds are run by which scenarios: each scenario runs {@code runs} seeds, or a multiple of
 * that. They are run in rounds of one seed per scenario, or as many as its share is, so that a plan
 * that is cut short has tried every scenario, and one with more runs goes on where another ended.
 *
 * @param from the first seed of each scenario
 * @param runs how many rounds there are, each with one seed of a scenario whose share is 1
 * @param shares the scenarios, at least one
 */
record Plan(long from, long runs, List<Share> shares) {
    /** How many seeds are handed to a worker at a time. */
    static final long BLOCK = 50;

    private static final int GREATEST_WEIGHT = 1000;

    /**
     * What one scenario does.
     *
     * @param scenario its name
     * @param weight how many seeds it runs in each round, 1 to 1000
     */
    record Share(String scenario, int weight) {
        Share {
            Plan.scenario(scenario);
            if (weight < 1 || weight > GREATEST_WEIGHT) {
                throw new IllegalArgumentException(
                        "--weight of " + scenario + " must be 1 to 1000, not " + weight);
            }
        }
    }

    /**
     * A seed and who runs it.
     *
     * @param scenario the scenario
     * @param seed the seed
     */
    record Run(Scenario scenario, long seed) {}

    Plan {
        shares = List.copyOf(shares);
        if (from < 1 || runs < 1) {
            throw new IllegalArgumentException(
                    "--from and --runs must be at least 1, not " + from + " and " + runs);
        }
        if (shares.isEmpty()) {
            throw new IllegalArgumentException("--scenario must leave at least one");
        }
        if (shares.stream().map(Share::scenario).distinct().count() < shares.size()) {
            throw new IllegalArgumentException("--scenario names one twice: use --weight for more");
        }
    }

    /** Returns how many seeds are run in all. */
    long seeds() {
        return runs * roundLength();
    }

    /** Returns how many rounds lie wholly before a position. */
    long roundsBefore(long position) {
        return position / roundLength();
    }

    /** Returns what is run at a position, from 0 to {@link #seeds()} - 1. */
    Run at(long position) {
        long round = position / roundLength();
        int left = (int) (position % roundLength());
        for (Share share : shares) {
            if (left < share.weight) {
                return new Run(scenario(share.scenario), from + round * share.weight + left);
            }
            left -= share.weight;
        }
        throw new IllegalStateException("a round is shorter than it is");
    }

    /** Returns the block that begins at a position, empty past the end. */
    Optional<Block> blockFrom(long position) {
        return position >= seeds()
                ? Optional.empty()
                : Optional.of(new Block(position, Math.min(seeds(), position + BLOCK) - 1));
    }

    private long roundLength() {
        return shares.stream().mapToLong(Share::weight).sum();
    }

    /**
     * Finds a scenario.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static Scenario scenario(String name) {
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
