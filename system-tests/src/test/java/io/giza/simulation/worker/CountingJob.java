package io.giza.simulation.worker;

import io.giza.testkit.sim.Simulation;
import io.giza.worker.Job;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Counts seconds without an end. */
final class CountingJob implements Job {
    private final Simulation simulation;
    private long began = -1;
    private long count;

    CountingJob(Simulation simulation) {
        this.simulation = simulation;
    }

    @Override
    public String name() {
        return "work";
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) {
        while (mayContinue.getAsBoolean()) {
            simulation.scenario().time().sleep(Duration.ofSeconds(1));
            count++;
        }
        return false;
    }

    @Override
    public String position() {
        return String.valueOf(count);
    }

    @Override
    public void resume(String position) {
        count = position.isEmpty() ? 0 : Long.parseLong(position);
        began = count;
    }

    /** Returns how many seconds were counted, by this one and those before it. */
    long count() {
        return count;
    }

    /** Returns where it went on, -1 before that. */
    long began() {
        return began;
    }
}
