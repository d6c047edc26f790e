package io.giza.http;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.metrics.Latencies;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts and times the calls from one data center to a kind of service of another, and enters them
 * into the current {@link Trace}.
 */
final class HopMeter {
    private final MeterRegistry meters;
    private final Time time;
    private final Callee callee;
    private final Timer latency;

    /** Looked up here: to name a meter for each call costs more than to count it. */
    private final Map<CallEnd, Counter> calls = new ConcurrentHashMap<>();

    private final Map<String, String> names = new ConcurrentHashMap<>();

    private record CallEnd(String op, String outcome) {}

    /**
     * Who is called.
     *
     * @param service the kind of service
     * @param dc its data center
     * @param isCrossing whether that is another one than the caller's
     * @param isRoundTrip whether such a call between data centers is counted as a round trip here;
     *     those of a conversation are counted there
     */
    private record Callee(String service, DcName dc, boolean isCrossing, boolean isRoundTrip) {}

    private HopMeter(MeterRegistry meters, Time time, Callee callee) {
        this.meters = meters;
        this.time = time;
        this.callee = callee;
        this.latency =
                Latencies.timer("giza.hop.latency", "Calls to services of a data center")
                        .tag("service", callee.service())
                        .tag("dc", callee.dc().value())
                        .register(meters);
    }

    /** Watches the calls from {@code home} to a fragment-service. */
    static HopMeter ofFragments(MeterRegistry meters, Time time, DcName home, DcName dc) {
        boolean crossing = !dc.equals(home);
        return new HopMeter(meters, time, new Callee("fragment", dc, crossing, crossing));
    }

    /** Watches the calls from {@code home} to a metadata-service. */
    static HopMeter ofMetadata(MeterRegistry meters, Time time, DcName home, DcName dc) {
        return new HopMeter(meters, time, new Callee("metadata", dc, !dc.equals(home), false));
    }

    /** A call begins. */
    Hop begin(String op) {
        return new Hop(this, op, time.ticks(), Trace.currentSpan().begin(nameOf(op)));
    }

    /** A call that began then has ended. */
    void note(String op, String outcome, Ticks start) {
        Ticks end = time.ticks();
        calls.computeIfAbsent(new CallEnd(op, outcome), this::counter).increment();
        latency.record(start.until(end));
        if (callee.isRoundTrip()) {
            Trace.crossed(start, end);
        }
        Trace.called(new Trace.Hop(nameOf(op), start, end, outcome));
    }

    private String nameOf(String op) {
        return names.computeIfAbsent(op, each -> callee.service() + " " + each + " " + callee.dc());
    }

    private Counter counter(CallEnd end) {
        return Counter.builder("giza.hop.requests")
                .description("Calls to services by operation and outcome")
                .tag("service", callee.service())
                .tag("op", end.op())
                .tag("hop", callee.isCrossing() ? "cross" : "local")
                .tag("outcome", end.outcome())
                .register(meters);
    }

    static String outcomeOf(ReplicaException failure) {
        return switch (failure) {
            case ReplicaException.Unreachable _ -> "unreachable";
            case ReplicaException.TimedOut _ -> "timed-out";
            case ReplicaException.Throttled _ -> "throttled";
            case ReplicaException.Full _ -> "full";
            case ReplicaException.Withheld _, ReplicaException.Away _ -> "withheld";
            case ReplicaException.Refused _ -> "refused";
            case ReplicaException.NotReady _ -> "not-ready";
            case ReplicaException.Failed _ -> "failed";
        };
    }
}
