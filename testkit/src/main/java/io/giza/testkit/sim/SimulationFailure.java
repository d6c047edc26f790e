package io.giza.testkit.sim;

import org.jspecify.annotations.Nullable;

/** A run that went wrong. The message starts with the seed and ends with the latest events. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;
    private static final int EVENTS_SHOWN = 60;

    private final long seed;

    SimulationFailure(long seed, String what, EventTrace trace, @Nullable Throwable cause) {
        super(message(seed, what, trace), cause);
        this.seed = seed;
    }

    /** Returns the seed that repeats the failure. */
    public long seed() {
        return seed;
    }

    private static String message(long seed, String what, EventTrace trace) {
        return "seed "
                + seed
                + ": "
                + what
                + System.lineSeparator()
                + "repeat it with -Dgiza.seed="
                + seed
                + "; "
                + trace.count()
                + " events, hash "
                + Long.toHexString(trace.hash())
                + ", the latest:"
                + System.lineSeparator()
                + trace.text(EVENTS_SHOWN);
    }
}
