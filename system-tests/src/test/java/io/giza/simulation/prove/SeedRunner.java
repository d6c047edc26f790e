package io.giza.simulation.prove;

import io.giza.simulation.Scenarios.Scenario;
import io.giza.testkit.sim.Simulation;
import io.giza.testkit.sim.SimulationFailure;

import java.util.Map;
import java.util.TreeMap;

/** Runs seeds one after the other in this JVM. */
final class SeedRunner {
    private final Plan plan;

    SeedRunner(Plan plan) {
        this.plan = plan;
    }

    /** Runs a block, up to the first seed that goes wrong. */
    Finding run(Block block) {
        Map<String, Long> ends = new TreeMap<>();
        for (long position = block.first(); position <= block.last(); position++) {
            Plan.Run run = plan.at(position);
            Scenario scenario = run.scenario();
            try {
                Simulation.run(
                        run.seed(),
                        simulation ->
                                scenario.run()
                                        .in(simulation)
                                        .forEach(
                                                (end, count) ->
                                                        ends.merge(end, (long) count, Long::sum)));
            } catch (SimulationFailure failure) {
                return new Finding.Violated(
                        run.seed(), scenario.name(), String.valueOf(failure.getMessage()));
            }
        }
        return new Finding.Well(ends);
    }
}
