package io.giza.testkit.sim;

import java.time.Duration;

/**
 * What a run may use before it is called a failure.
 *
 * @param steps how many times the scheduler may pick a task, at least 1
 * @param traceEvents how many of the latest events are kept as text, at least 1
 * @param stall how long, in real time, one task may run without reaching a scheduling point
 */
public record SimulationLimits(long steps, int traceEvents, Duration stall) {
    /** A million steps, the latest 200 events, a minute. */
    public static final SimulationLimits DEFAULT =
            new SimulationLimits(1_000_000, 200, Duration.ofMinutes(1));

    public SimulationLimits {
        if (steps < 1 || traceEvents < 1 || !stall.isPositive()) {
            throw new IllegalArgumentException(
                    "limits must be positive: "
                            + steps
                            + " steps, "
                            + traceEvents
                            + " events, stall "
                            + stall);
        }
    }

    /** Returns these limits with another number of steps. */
    public SimulationLimits withSteps(long steps) {
        return new SimulationLimits(steps, traceEvents, stall);
    }

    /** Returns these limits with another number of events kept. */
    public SimulationLimits withTraceEvents(int traceEvents) {
        return new SimulationLimits(steps, traceEvents, stall);
    }

    /** Returns these limits with another patience for a task that does not yield. */
    public SimulationLimits withStall(Duration stall) {
        return new SimulationLimits(steps, traceEvents, stall);
    }
}
