package io.giza.concurrent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Records the calls between data centers that one operation makes, so that its cross-DC round trips
 * can be counted. A call forked by the operation belongs to its trace too.
 */
public final class Trace {
    private static final ScopedValue<Trace> CURRENT = ScopedValue.newInstance();

    private final List<Call> calls = new ArrayList<>();

    /**
     * One call to a service of another data center.
     *
     * @param startNanos when it was asked for
     * @param endNanos when its answer was there
     */
    public record Call(long startNanos, long endNanos) {}

    /** Runs {@code operation} with this trace as the current one; it may throw what it throws. */
    public <T, X extends Throwable> T record(ScopedValue.CallableOp<T, X> operation) throws X {
        return ScopedValue.where(CURRENT, this).call(operation);
    }

    /** Runs {@code body} so that the calls it makes or forks belong to no operation's trace. */
    public static void detached(Runnable body) {
        ScopedValue.where(CURRENT, new Trace()).run(body);
    }

    /** Runs {@code body} in a task so that its calls belong to the trace of the task forking it. */
    public static Runnable inherited(Runnable body) {
        if (!CURRENT.isBound()) {
            return body;
        }
        Trace trace = CURRENT.get();
        return () -> ScopedValue.where(CURRENT, trace).run(body);
    }

    /** Adds a cross-DC call to the current trace, if there is one. */
    public static void crossed(long startNanos, long endNanos) {
        if (CURRENT.isBound()) {
            CURRENT.get().add(new Call(startNanos, endNanos));
        }
    }

    /**
     * Returns the number of round trips in sequence: the longest chain of calls of which each was
     * asked for only after the one before it was answered.
     */
    public int roundTrips() {
        List<Call> sorted;
        synchronized (calls) {
            sorted = new ArrayList<>(calls);
        }
        sorted.sort(Comparator.comparingLong(Call::endNanos));
        int rounds = 0;
        long lastEnd = Long.MIN_VALUE;
        for (Call call : sorted) {
            if (rounds == 0 || call.startNanos() >= lastEnd) {
                rounds++;
                lastEnd = call.endNanos();
            }
        }
        return rounds;
    }

    private void add(Call call) {
        synchronized (calls) {
            calls.add(call);
        }
    }
}
