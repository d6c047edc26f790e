package io.giza.gateway.s3;

import io.giza.concurrent.Span;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.service.tracing.Tracing;

/**
 * What operators learn of requests: metrics, traces, what slow ones waited for, and who asked for
 * what.
 *
 * @param metrics counts and times them
 * @param tracing traces some of them
 * @param slow tells of slow ones
 * @param access tells of all
 */
public record RequestWatch(
        RequestMetrics metrics, Tracing tracing, SlowRequestLog slow, AccessLog access) {
    void begin() {
        metrics.begin();
    }

    /** Begins the trace of a request of which it is known what it asks for. */
    Trace trace(ServedRequest request) {
        Span span =
                tracing.ofClient(
                        request.operation().label(), request.exchange().header(Span.HEADER));
        span.note("giza.request.id", request.ids().requestId());
        return new Trace(span);
    }

    /** A request that began is over. */
    void end(ServedRequest request, long ended) {
        Reply reply = request.reply();
        request.admission().end(reply.client().receivedBytes(), reply.client().sentBytes());
        metrics.end(
                new RequestMetrics.Outcome(
                        request.operation(), reply.status(), request.isLimited()),
                request.started(),
                ended,
                reply.client());
        Span span = request.trace().span();
        span.note("http.response.status_code", Integer.toString(reply.status()));
        span.end();
        slow.logIfSlow(request, ended);
        access.log(request, ended);
    }
}
