package io.giza.gateway.s3;

import io.giza.concurrent.Ticks;
import io.giza.gateway.s3.connection.WatchedClient;
import io.giza.gateway.s3.route.Operation;
import io.giza.metrics.CounterFamily;
import io.giza.metrics.Latencies;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** How long S3 requests took, how they ended, and how much they moved. */
public final class RequestMetrics {
    private static final long SMALL_BYTES = 1 << 20;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int NOT_IMPLEMENTED = 501;

    private final MeterRegistry metrics;
    private final AtomicInteger active = new AtomicInteger();
    private final Map<Latency, Timer> latencies = new HashMap<>();
    private final Counter receivedBytes;
    private final Counter sentBytes;

    /** Looked up here: to build a meter's name for each request costs more than to time it. */
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    private record Kind(Operation operation, int status) {}

    /** What a promise may be made of. */
    private enum LatencyClass {
        GET_FIRST_BYTE,
        PUT_SMALL,
        PUT_LARGE,
        LIST,
        OTHER
    }

    /** Whose fault it is that a request failed, if it did. */
    private enum Result {
        OK,
        CLIENT,
        SERVER
    }

    private record Latency(LatencyClass kind, Result result) {
        static Stream<Latency> all() {
            return Arrays.stream(LatencyClass.values())
                    .flatMap(
                            kind ->
                                    Arrays.stream(Result.values())
                                            .map(result -> new Latency(kind, result)));
        }
    }

    /** Measures requests of a gateway. */
    public RequestMetrics(MeterRegistry metrics) {
        this.metrics = metrics;
        Latency.all().forEach(each -> latencies.put(each, latency(each)));
        receivedBytes = bytes("received");
        sentBytes = bytes("sent");
        Gauge.builder("giza.s3.active", active, AtomicInteger::get)
                .description("S3 requests that are being served")
                .register(metrics);
    }

    private Timer latency(Latency each) {
        return Latencies.timer(
                        "giza.s3.latency",
                        "S3 requests by class, those of gets up to the first byte of the object")
                .tag("class", CounterFamily.lower(each.kind()).replace('_', '-'))
                .tag("result", CounterFamily.lower(each.result()))
                .register(metrics);
    }

    private Counter bytes(String direction) {
        return Counter.builder("giza.s3.bytes")
                .description("Bytes of bodies that were received, and of objects that were sent")
                .baseUnit("bytes")
                .tag("direction", direction)
                .register(metrics);
    }

    void begin() {
        active.incrementAndGet();
    }

    /** A request that began is over. */
    void end(Outcome outcome, Ticks started, Ticks ended, WatchedClient client) {
        Operation operation = outcome.operation();
        active.decrementAndGet();
        timers.computeIfAbsent(new Kind(operation, outcome.status()), this::timer)
                .record(started.until(ended));
        LatencyClass kind = classOf(operation, client.receivedBytes());
        Ticks reached =
                kind == LatencyClass.GET_FIRST_BYTE ? client.firstSent().orElse(ended) : ended;
        Timer latency = latencies.get(new Latency(kind, resultOf(outcome)));
        if (latency != null) {
            latency.record(started.until(reached));
        }
        receivedBytes.increment(client.receivedBytes());
        sentBytes.increment(client.sentBytes());
    }

    private static LatencyClass classOf(Operation operation, long receivedBytes) {
        return switch (operation) {
            case GET_OBJECT -> LatencyClass.GET_FIRST_BYTE;
            case PUT_OBJECT, POST_OBJECT, UPLOAD_PART ->
                    receivedBytes <= SMALL_BYTES ? LatencyClass.PUT_SMALL : LatencyClass.PUT_LARGE;
            case LIST_OBJECTS, LIST_OBJECTS_V2, LIST_OBJECT_VERSIONS -> LatencyClass.LIST;
            default -> LatencyClass.OTHER;
        };
    }

    /**
     * How a request ended.
     *
     * @param isLimited whether it was refused because its sender asks for too much
     */
    record Outcome(Operation operation, int status, boolean isLimited) {}

    /** What nobody promises to implement is no failure of the server, nor is what is too much. */
    private static Result resultOf(Outcome outcome) {
        int status = outcome.status();
        if (status < CLIENT_ERROR) {
            return Result.OK;
        }
        return status < SERVER_ERROR || status == NOT_IMPLEMENTED || outcome.isLimited()
                ? Result.CLIENT
                : Result.SERVER;
    }

    private Timer timer(Kind kind) {
        return Timer.builder("giza.s3.requests")
                .description("S3 requests by operation and status")
                .tag("operation", kind.operation().label())
                .tag("status", Integer.toString(kind.status()))
                .register(metrics);
    }
}
