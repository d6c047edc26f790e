package io.giza.http;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.MeterRegistry;

import java.time.Duration;

/** Counts and times the calls from one data center to a kind of service of another. */
final class HopMeter {
    private final MeterRegistry meters;
    private final String service;
    private final DcName dc;
    private final boolean crossing;

    HopMeter(MeterRegistry meters, String service, DcName home, DcName dc) {
        this.meters = meters;
        this.service = service;
        this.dc = dc;
        this.crossing = !dc.equals(home);
    }

    boolean isCrossing() {
        return crossing;
    }

    void note(String op, String outcome, long nanos) {
        String hop = crossing ? "cross" : "local";
        meters.counter(
                        "giza.hop.requests",
                        "service",
                        service,
                        "op",
                        op,
                        "hop",
                        hop,
                        "outcome",
                        outcome)
                .increment();
        meters.timer("giza.hop.latency", "service", service, "op", op, "dc", dc.value())
                .record(Duration.ofNanos(nanos));
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
