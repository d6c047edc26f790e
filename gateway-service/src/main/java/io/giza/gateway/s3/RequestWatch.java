package io.giza.gateway.s3;

import io.giza.concurrent.Span;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.route.Operation;
import io.giza.http.server.Exchange;
import io.giza.service.tracing.Tracing;

/**
 * What operators learn of requests: metrics, traces, and what slow ones waited for.
 *
 * @param metrics counts and times them
 * @param tracing traces some of them
 * @param slow tells of slow ones
 */
public record RequestWatch(RequestMetrics metrics, Tracing tracing, SlowRequestLog slow) {
    void begin() {
        metrics.begin();
    }

    /** Begins the trace of a request of which it is known what it asks for. */
    Trace trace(Operation operation, Exchange exchange, RequestIds ids) {
        Span span = tracing.ofClient(operation.label(), exchange.header(Span.HEADER));
        span.note("giza.request.id", ids.requestId());
        return new Trace(span);
    }

    /** A request that began is over. */
    void end(Trace trace, Operation operation, Reply reply, long started, long ended) {
        metrics.end(operation, reply.status(), started, ended, reply.client());
        trace.span().note("http.response.status_code", Integer.toString(reply.status()));
        trace.span().end();
        slow.logIfSlow(trace, operation, reply, started, ended);
    }
}
