package io.giza.simulation.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.testkit.sim.SimulationFailure;
import io.giza.testkit.sim.SimulationLimits;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;

/** Breaks a rule and looks for the seed at which a scenario notices. */
final class MutationDrill {
    private static final int SEEDS = 1000;
    private static final SimulationLimits LIMITS = SimulationLimits.DEFAULT.withSteps(600_000);

    private MutationDrill() {}

    /** Some seed must make the scenario fail. */
    static void run(
            String name, Map<String, Protocol> mutants, BiConsumer<Simulation, Protocol> scenario) {
        run(name, mutants, List.of(scenario));
    }

    /** Some seed must make one of the scenarios fail. */
    static void run(
            String name,
            Map<String, Protocol> mutants,
            List<BiConsumer<Simulation, Protocol>> scenarios) {
        Protocol mutant = mutants.get(name);
        assertThat(mutant).isNotNull();
        OptionalLong caught =
                seeds(name).filter(seed -> isCaught(name, seed, mutant, scenarios)).findFirst();
        assertThat(caught).as("seed that catches: %s", name).isNotEmpty();
        long seed = caught.getAsLong();
        // Patched classes are production here, and nothing else could be compared.
        if (!mutant.equals(Protocol.PRODUCTION)) {
            assertThat(isCaught("production", seed, Protocol.PRODUCTION, scenarios))
                    .as("production fails at seed %d, too, which catches: %s", seed, name)
                    .isFalse();
        }
        KnownSeeds.note(name, seed);
    }

    private static boolean isCaught(
            String name,
            long seed,
            Protocol protocol,
            List<BiConsumer<Simulation, Protocol>> scenarios) {
        return scenarios.stream().anyMatch(each -> fails(name, seed, protocol, each));
    }

    private static LongStream seeds(String name) {
        LongStream all = Seeds.first(SEEDS).limit(SEEDS);
        return KnownSeeds.IS_IGNORED
                ? all
                : LongStream.concat(KnownSeeds.of(name).stream(), all)
                        .filter(seed -> seed <= SEEDS);
    }

    /** Does the same with production as this class's loader has it. */
    static void runPatched(String name, String scenario) {
        String constant = scenario.replace(' ', '_').toUpperCase(Locale.ROOT);
        DrillScenarios.valueOf(constant).catches(name, Map.of(name, Protocol.PRODUCTION));
    }

    private static boolean fails(
            String name, long seed, Protocol mutant, BiConsumer<Simulation, Protocol> scenario) {
        try {
            Simulation.run(seed, LIMITS, simulation -> scenario.accept(simulation, mutant));
            return false;
        } catch (SimulationFailure failure) {
            if (failure.getCause() == null) {
                // That a run does not come to its end shows no broken rule.
                return false;
            }
            String what = String.valueOf(failure.getMessage()).lines().findFirst().orElseThrow();
            System.out.println(
                    name + ": caught at " + what.substring(0, Math.min(160, what.length())));
            return true;
        }
    }
}
