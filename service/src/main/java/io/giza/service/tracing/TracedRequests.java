package io.giza.service.tracing;

import io.giza.concurrent.Span;
import io.giza.concurrent.Trace;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;

import java.io.IOException;

/**
 * Goes on with the traces of requests of other processes.
 *
 * @param service who is called, as its spans are named
 * @param next answers the requests
 */
public record TracedRequests(String service, Tracing tracing, RequestHandler next)
        implements RequestHandler {
    @Override
    public void handle(Exchange exchange) throws IOException {
        Span span =
                tracing.isOn()
                        ? tracing.ofCaller(
                                service + " " + exchange.method(), exchange.header(Span.HEADER))
                        : Span.NONE;
        if (span == Span.NONE) {
            next.handle(exchange);
            return;
        }
        span.note("url.path", exchange.path());
        try {
            new Trace(span)
                    .record(
                            () -> {
                                next.handle(exchange);
                                return true;
                            });
        } finally {
            span.end();
        }
    }
}
