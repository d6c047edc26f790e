package io.giza.gateway.s3;

import io.giza.concurrent.Span;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.logging.BucketLogs;
import io.giza.gateway.s3.request.Resource;
import io.giza.service.tracing.Tracing;

import java.time.Instant;

/**
 * What operators learn of requests: metrics, traces, what slow ones waited for, and who asked for
 * what; and what owners of buckets learn.
 *
 * @param metrics counts and times them
 * @param tracing traces some of them
 * @param slow tells of slow ones
 * @param access tells of all
 * @param buckets gathers those for buckets whose owners want to know of them
 */
public record RequestWatch(
        RequestMetrics metrics,
        Tracing tracing,
        SlowRequestLog slow,
        AccessLog access,
        BucketLogs buckets) {
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
    void end(ServedRequest request, Ticks ended, Instant now) {
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
        request.resource()
                .filter(_ -> RequestRecord.isWanted(request))
                .map(Resource::bucket)
                .ifPresent(
                        bucket -> buckets.add(bucket, () -> RequestRecord.of(request, ended, now)));
    }
}
