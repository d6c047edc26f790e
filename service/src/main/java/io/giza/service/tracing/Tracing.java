package io.giza.service.tracing;

import io.giza.concurrent.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Begins spans where a process is called, and sends them to a collector in the background. Without
 * an endpoint nothing is begun, and nothing costs.
 */
public final class Tracing implements AutoCloseable {
    private static final String SCOPE = "io.giza";
    private static final Duration EXPORT_INTERVAL = Duration.ofSeconds(1);

    /** How long spans may hold up the end of the process that were not sent yet. */
    private static final int LAST_EXPORT_SECONDS = 3;

    private static final TextMapGetter<String> PARENT =
            new TextMapGetter<>() {
                @Override
                public Iterable<String> keys(String carrier) {
                    return List.of(Span.HEADER);
                }

                @Override
                public @Nullable String get(@Nullable String carrier, String key) {
                    return key.equals(Span.HEADER) ? carrier : null;
                }
            };

    private final boolean trustsClients;
    private final @Nullable SdkTracerProvider provider;
    private final @Nullable Tracer tracer;

    private Tracing(boolean trustsClients, @Nullable SdkTracerProvider provider) {
        this.trustsClients = trustsClients;
        this.provider = provider;
        this.tracer = provider == null ? null : provider.get(SCOPE);
    }

    /**
     * Traces as it is configured.
     *
     * @param process what the process is, such as its name and its data center
     */
    static Tracing of(TracingProperties properties, Resource process) {
        return of(
                properties,
                process,
                endpoint -> OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build());
    }

    /** Traces likewise, and sends what others make for the endpoint. */
    static Tracing of(
            TracingProperties properties,
            Resource process,
            Function<String, SpanExporter> exporters) {
        if (properties.endpoint() == null) {
            return new Tracing(false, null);
        }
        SpanExporter exporter = exporters.apply(properties.endpoint());
        SdkTracerProvider provider =
                SdkTracerProvider.builder()
                        .setResource(Resource.getDefault().merge(process))
                        .setSampler(
                                Sampler.parentBased(Sampler.traceIdRatioBased(properties.sample())))
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(exporter)
                                        .setScheduleDelay(EXPORT_INTERVAL)
                                        .build())
                        .build();
        return new Tracing(properties.trustClients(), provider);
    }

    /** Tells whether anything is traced. */
    boolean isOn() {
        return tracer != null;
    }

    /**
     * Begins the span of a client's request.
     *
     * @param parent what the client says of a trace of its own, null if nothing
     */
    public Span ofClient(String name, @Nullable String parent) {
        if (tracer == null) {
            return Span.NONE;
        }
        Context theirs = context(parent);
        SpanBuilder builder = tracer.spanBuilder(name).setSpanKind(SpanKind.SERVER);
        SpanContext named = io.opentelemetry.api.trace.Span.fromContext(theirs).getSpanContext();
        if (trustsClients) {
            builder.setParent(theirs);
        } else {
            builder.setNoParent();
            if (named.isValid()) {
                builder.addLink(named);
            }
        }
        return started(tracer, builder);
    }

    /**
     * Begins the span of a request of another process of the cluster, if that traces it.
     *
     * @param parent what the request says of its trace, null if nothing
     */
    Span ofCaller(String name, @Nullable String parent) {
        if (tracer == null || parent == null) {
            return Span.NONE;
        }
        Context theirs = context(parent);
        boolean isTraced =
                io.opentelemetry.api.trace.Span.fromContext(theirs).getSpanContext().isSampled();
        return isTraced
                ? started(
                        tracer,
                        tracer.spanBuilder(name).setSpanKind(SpanKind.SERVER).setParent(theirs))
                : Span.NONE;
    }

    private static Context context(@Nullable String parent) {
        return parent == null
                ? Context.root()
                : W3CTraceContextPropagator.getInstance().extract(Context.root(), parent, PARENT);
    }

    private static Span started(Tracer tracer, SpanBuilder builder) {
        io.opentelemetry.api.trace.Span span = builder.startSpan();
        return span.getSpanContext().isSampled() ? new OpenTelemetrySpan(tracer, span) : Span.NONE;
    }

    @Override
    public void close() {
        if (provider != null) {
            provider.shutdown().join(LAST_EXPORT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
