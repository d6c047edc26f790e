package io.giza.system.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A collector of spans, by OTLP over HTTP, as far as a test needs one. */
public final class TraceReceiver implements AutoCloseable {
    private static final String PATH = "/v1/traces";

    private final HttpServer server;
    private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();

    /**
     * A span that was received.
     *
     * @param service the process that it is of
     * @param dc its data center
     * @param parent the span that it is a part of, empty if of none
     */
    public record ReceivedSpan(
            String service,
            String dc,
            String name,
            String trace,
            String id,
            String parent,
            long startNanos,
            long endNanos,
            Map<String, String> attributes) {
        /** Tells whether both were under way at some time. */
        public boolean overlaps(ReceivedSpan other) {
            return startNanos < other.endNanos && other.startNanos < endNanos;
        }
    }

    /** Starts to receive on a free port. */
    public TraceReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(PATH, this::receive);
        server.start();
    }

    /** Returns where spans are to be sent to. */
    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(this::add);
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void add(ResourceSpans process) {
        Map<String, String> attributes = toMap(process.getResource().getAttributesList());
        process.getScopeSpansList().stream()
                .flatMap(scope -> scope.getSpansList().stream())
                .map(
                        span ->
                                new ReceivedSpan(
                                        attributes.getOrDefault("service.name", ""),
                                        attributes.getOrDefault("giza.dc", ""),
                                        span.getName(),
                                        hex(span.getTraceId().toByteArray()),
                                        hex(span.getSpanId().toByteArray()),
                                        hex(span.getParentSpanId().toByteArray()),
                                        span.getStartTimeUnixNano(),
                                        span.getEndTimeUnixNano(),
                                        toMap(span.getAttributesList())))
                .forEach(spans::add);
    }

    private static Map<String, String> toMap(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(
                        Collectors.toMap(
                                KeyValue::getKey, each -> each.getValue().getStringValue()));
    }

    private static String hex(byte[] id) {
        return HexFormat.of().formatHex(id);
    }

    /** Returns all spans that were received. */
    public List<ReceivedSpan> spans() {
        return List.copyOf(spans);
    }

    /** Returns the spans of the trace of the first span that meets a condition, none before. */
    public List<ReceivedSpan> traceOf(Predicate<ReceivedSpan> root) {
        return spans.stream()
                .filter(root)
                .findFirst()
                .map(span -> spans.stream().filter(each -> each.trace().equals(span.trace())))
                .map(trace -> trace.toList())
                .orElse(List.of());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
