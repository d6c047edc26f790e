package io.giza.http;

import io.giza.concurrent.Span;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;

/**
 * A call to a service that is under way: a part of the operation that makes it, which ends with an
 * outcome.
 */
final class Hop {
    private final HopMeter meter;
    private final String op;
    private final Ticks start;
    private final Span span;
    private boolean ended;

    Hop(HopMeter meter, String op, Ticks start, Span span) {
        this.meter = meter;
        this.op = op;
        this.start = start;
        this.span = span;
    }

    /** Does a part of the call, so that whatever it sends tells that it belongs to this. */
    <T, X extends Throwable> T call(ScopedValue.CallableOp<T, X> body) throws X {
        return Trace.within(span, body);
    }

    /** The call has ended; only the first end counts. */
    void end(String outcome) {
        if (!ended) {
            ended = true;
            span.note("outcome", outcome);
            span.end();
            meter.note(op, outcome, start);
        }
    }
}
