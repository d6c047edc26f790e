package io.giza.http;

import io.giza.metrics.Latencies;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts and times the calls from one data center to a kind of service of another. */
final class HopMeter {
    private final MeterRegistry meters;
    private final String service;
    private final boolean crossing;
    private final Timer latency;

    /** Looked up here: to name a meter for each call costs more than to count it. */
    private final Map<CallEnd, Counter> calls = new ConcurrentHashMap<>();

    private record CallEnd(String op, String outcome) {}

    HopMeter(MeterRegistry meters, String service, DcName home, DcName dc) {
        this.meters = meters;
        this.service = service;
        this.crossing = !dc.equals(home);
        this.latency =
                Latencies.timer("giza.hop.latency", "Calls to services of a data center")
                        .tag("service", service)
                        .tag("dc", dc.value())
                        .register(meters);
    }

    boolean isCrossing() {
        return crossing;
    }

    void note(String op, String outcome, long nanos) {
        calls.computeIfAbsent(new CallEnd(op, outcome), this::counter).increment();
        latency.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Counter counter(CallEnd end) {
        return Counter.builder("giza.hop.requests")
                .description("Calls to services by operation and outcome")
                .tag("service", service)
                .tag("op", end.op())
                .tag("hop", crossing ? "cross" : "local")
                .tag("outcome", end.outcome())
                .register(meters);
    }

    static String outcomeOf(ReplicaException failure) {
        return switch (failure) {
            case ReplicaException.Unreachable _ -> "unreachable";
            case ReplicaException.TimedOut _ -> "timed-out";
            case ReplicaException.Throttled _ -> "throttled";
            case ReplicaException.Withheld _ -> "withheld";
            case ReplicaException.Refused _ -> "refused";
            case ReplicaException.NotReady _ -> "not-ready";
            case ReplicaException.Failed _ -> "failed";
        };
    }
}
