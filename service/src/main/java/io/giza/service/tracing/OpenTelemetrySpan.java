package io.giza.service.tracing;

import io.giza.concurrent.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/**
 * A span of OpenTelemetry that is going to be exported.
 *
 * @param tracer begins others
 * @param span OpenTelemetry's own
 */
record OpenTelemetrySpan(Tracer tracer, io.opentelemetry.api.trace.Span span) implements Span {
    private static final String VERSION = "00";

    @Override
    public Span begin(String name) {
        Context parent = Context.root().with(span);
        return new OpenTelemetrySpan(
                tracer, tracer.spanBuilder(name).setParent(parent).startSpan());
    }

    @Override
    public void note(String name, String value) {
        span.setAttribute(name, value);
    }

    @Override
    public void end() {
        span.end();
    }

    @Override
    public String traceParent() {
        SpanContext context = span.getSpanContext();
        return String.join(
                "-",
                VERSION,
                context.getTraceId(),
                context.getSpanId(),
                context.getTraceFlags().asHex());
    }
}
