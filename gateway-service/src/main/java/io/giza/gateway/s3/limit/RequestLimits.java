package io.giza.gateway.s3.limit;

import io.giza.concurrent.Time;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.limit.Meter.Excess;
import io.giza.gateway.s3.limit.Meter.Kind;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much accounts and access keys may have this gateway do. Each gateway counts for itself. Who
 * exceeds a limit gets 503 SlowDown with Retry-After, before their body is read; keys of operators
 * have none, so that they can still look what is wrong.
 */
public final class RequestLimits {
    private final Map<String, Meter> accounts = new ConcurrentHashMap<>();
    private final Map<String, Meter> keys = new ConcurrentHashMap<>();
    private final Map<Kind, Counter> refused = new EnumMap<>(Kind.class);
    private final Time time;

    /**
     * Sets limits.
     *
     * @param ofAccounts those of each account by its name, which all its keys share
     */
    public RequestLimits(Map<String, KeyLimits> ofAccounts, Time time, MeterRegistry metrics) {
        this.time = time;
        ofAccounts.forEach(
                (name, limits) -> {
                    if (!limits.isNone()) {
                        accounts.put(name, new Meter(limits, time));
                    }
                });
        for (Kind kind : Kind.values()) {
            refused.put(
                    kind,
                    Counter.builder("giza.s3.limited")
                            .description(
                                    "requests that were refused by a limit of their account or key")
                            .tag("limit", kind.name().toLowerCase(Locale.ROOT))
                            .register(metrics));
        }
    }

    /** A request that was let in, and is ended once. */
    public static final class Admission {
        /** One that no limit counts. */
        public static final Admission UNCOUNTED = new Admission(List.of(), false);

        private final List<Meter> meters;
        private final boolean isUpload;

        private Admission(List<Meter> meters, boolean isUpload) {
            this.meters = meters;
            this.isUpload = isUpload;
        }

        /** Ends it, and counts what it moved. */
        public void end(long receivedBytes, long sentBytes) {
            meters.forEach(each -> each.end(isUpload, receivedBytes, sentBytes));
        }
    }

    /**
     * Lets a request in.
     *
     * @param isUpload whether it brings an object or a part of one
     * @throws S3Exception SlowDown if it exceeds a limit
     */
    public Admission admit(Caller caller, boolean isUpload) {
        List<Meter> meters = caller.role() == Role.OPERATOR ? List.of() : meters(caller);
        if (meters.isEmpty()) {
            return Admission.UNCOUNTED;
        }
        List<Meter> begun = new ArrayList<>();
        for (Meter meter : meters) {
            Optional<Excess> excess = meter.begin(isUpload);
            if (excess.isPresent()) {
                begun.forEach(each -> each.end(isUpload, 0, 0));
                throw refusal(excess.get());
            }
            begun.add(meter);
        }
        return new Admission(begun, isUpload);
    }

    private List<Meter> meters(Caller caller) {
        List<Meter> meters = new ArrayList<>(2);
        // Its own first: what one key has too much of is not taken from the others of its account.
        ofKey(caller).ifPresent(meters::add);
        Optional.ofNullable(accounts.get(caller.account().name())).ifPresent(meters::add);
        return meters;
    }

    /** Begins anew where the limits of the key were changed. */
    private Optional<Meter> ofKey(Caller caller) {
        String id = caller.countedAs();
        KeyLimits limits = caller.limits();
        if (limits.isNone()) {
            keys.remove(id);
            return Optional.empty();
        }
        return Optional.ofNullable(
                keys.compute(
                        id,
                        (_, known) ->
                                known != null && known.limits().equals(limits)
                                        ? known
                                        : new Meter(limits, time)));
    }

    private S3Exception refusal(Excess excess) {
        Counter counter = refused.get(excess.kind());
        if (counter != null) {
            counter.increment();
        }
        return new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "" + excess.seconds());
    }
}
