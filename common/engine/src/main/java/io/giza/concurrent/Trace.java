package io.giza.concurrent;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Records the calls that one operation makes: those between data centers, so that its round trips
 * can be counted, and all of them, so that a slow operation can be explained. A call forked by the
 * operation belongs to its trace too. Where somebody watches, its parts are spans.
 */
public final class Trace {
    private static final ScopedValue<Trace> CURRENT = ScopedValue.newInstance();

    /** What a long operation does after so many calls is counted, but not kept. */
    private static final int MAX_HOPS = 64;

    private final Calls calls;
    private final Hops hops;
    private final Span span;

    /**
     * One call to a service of another data center.
     *
     * @param start when it was asked for
     * @param end when its answer was there
     */
    public record Call(Ticks start, Ticks end) {}

    /**
     * One call to a service, of any data center.
     *
     * @param name what was called: a kind of service, what is asked of it, and its data center
     * @param start when
     * @param end when it ended
     * @param outcome how it ended
     */
    public record Hop(String name, Ticks start, Ticks end, String outcome) {}

    private static final class Calls {
        private final List<Call> all = new ArrayList<>();

        synchronized void add(Call call) {
            all.add(call);
        }

        synchronized List<Call> copy() {
            return new ArrayList<>(all);
        }
    }

    private static final class Hops {
        private final List<Hop> first = new ArrayList<>();
        private int count;

        synchronized void add(Hop hop) {
            count++;
            if (first.size() < MAX_HOPS) {
                first.add(hop);
            }
        }

        synchronized List<Hop> copy() {
            return new ArrayList<>(first);
        }

        synchronized int count() {
            return count;
        }
    }

    private Trace(Calls calls, Hops hops, Span span) {
        this.calls = calls;
        this.hops = hops;
        this.span = span;
    }

    /** Begins a trace that nobody watches. */
    public Trace() {
        this(Span.NONE);
    }

    /** Begins a trace that is watched as a span, which its caller ends. */
    public Trace(Span span) {
        this(new Calls(), new Hops(), span);
    }

    /** Begins to count round trips anew; whoever watches sees a part of the current trace. */
    public static Trace ofPart() {
        return CURRENT.isBound()
                ? new Trace(new Calls(), CURRENT.get().hops, CURRENT.get().span)
                : new Trace();
    }

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
    public static void crossed(Ticks start, Ticks end) {
        if (CURRENT.isBound()) {
            CURRENT.get().calls.add(new Call(start, end));
        }
    }

    /** Adds a call to any service to the current trace, if there is one. */
    public static void called(Hop hop) {
        if (CURRENT.isBound()) {
            CURRENT.get().hops.add(hop);
        }
    }

    /** Returns the part of the current operation that is under way. */
    public static Span currentSpan() {
        return CURRENT.isBound() ? CURRENT.get().span : Span.NONE;
    }

    /** Runs {@code operation} as a part of the current one, which its caller ends. */
    public static <T, X extends Throwable> T within(
            Span part, ScopedValue.CallableOp<T, X> operation) throws X {
        if (part == Span.NONE || !CURRENT.isBound()) {
            return operation.call();
        }
        Trace trace = CURRENT.get();
        return new Trace(trace.calls, trace.hops, part).record(operation);
    }

    /** Runs {@code operation} as a part of the current one. */
    public static <T, X extends Throwable> T step(
            String name, ScopedValue.CallableOp<T, X> operation) throws X {
        Span part = currentSpan().begin(name);
        try {
            return within(part, operation);
        } finally {
            part.end();
        }
    }

    /**
     * Returns what a request has to carry that the current operation sends, null for nothing.
     *
     * @see Span#traceParent
     */
    public static @Nullable String traceParent() {
        return currentSpan().traceParent();
    }

    /** Returns what it is watched as. */
    public Span span() {
        return span;
    }

    /** Returns the first calls to services, in the order in which they ended. */
    public List<Hop> hops() {
        return hops.copy();
    }

    /** Returns how many calls to services there were. */
    public int hopCount() {
        return hops.count();
    }

    /**
     * Returns the number of round trips in sequence: the longest chain of calls of which each was
     * asked for only after the one before it was answered.
     */
    public int roundTrips() {
        List<Call> sorted = calls.copy();
        sorted.sort(Comparator.comparingLong(call -> call.end().nanos()));
        int rounds = 0;
        long lastEnd = Long.MIN_VALUE;
        for (Call call : sorted) {
            if (rounds == 0 || call.start().nanos() >= lastEnd) {
                rounds++;
                lastEnd = call.end().nanos();
            }
        }
        return rounds;
    }
}
