package io.giza.bench.load;

import io.giza.bench.load.Workload.Operation;
import io.giza.bench.report.Latencies;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What one client did within the window; used by its thread alone until it has ended. */
final class Tally {
    private final Map<Operation, Latencies> latencies = new EnumMap<>(Operation.class);
    private long errors;
    private @Nullable String firstError;

    Tally() {
        for (Operation operation : Operation.values()) {
            latencies.put(operation, new Latencies());
        }
    }

    void succeeded(Operation operation, long nanos) {
        of(operation).add(nanos);
    }

    void failed(String detail) {
        errors++;
        if (firstError == null) {
            firstError = detail;
        }
    }

    /** Returns what several clients did together. */
    static Tally merged(List<Tally> parts) {
        Tally all = new Tally();
        for (Operation operation : Operation.values()) {
            all.latencies.put(
                    operation,
                    Latencies.merged(parts.stream().map(part -> part.of(operation)).toList()));
        }
        for (Tally part : parts) {
            all.errors += part.errors;
            if (all.firstError == null) {
                all.firstError = part.firstError;
            }
        }
        return all;
    }

    Latencies of(Operation operation) {
        Latencies found = latencies.get(operation);
        if (found == null) {
            throw new IllegalStateException("no place for " + operation);
        }
        return found;
    }

    long errors() {
        return errors;
    }

    @Nullable String firstError() {
        return firstError;
    }
}
