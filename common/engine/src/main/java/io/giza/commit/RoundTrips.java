package io.giza.commit;

import io.giza.model.DcName;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long data centers took to answer lately. Pauses are made from it, and no decision of the
 * protocol.
 */
final class RoundTrips {
    /** How many of the newest are kept of each data center. */
    static final int MAX_SAMPLES = 31;

    private final Map<DcName, long[]> newest = new ConcurrentHashMap<>();

    /** Notes an answer. */
    void add(DcName dc, Duration took) {
        long nanos = took.toNanos();
        newest.merge(dc, new long[] {nanos}, (kept, _) -> append(kept, nanos));
    }

    private static long[] append(long[] kept, long nanos) {
        int from = kept.length < MAX_SAMPLES ? 0 : 1;
        long[] longer = Arrays.copyOfRange(kept, from, kept.length + 1);
        longer[longer.length - 1] = nanos;
        return longer;
    }

    /**
     * Returns the median time after which {@code quorum} data centers answered; empty while not so
     * many ever did.
     */
    Optional<Duration> medianOf(int quorum) {
        long[] medians =
                newest.values().stream()
                        .mapToLong(
                                kept -> {
                                    long[] sorted = kept.clone();
                                    Arrays.sort(sorted);
                                    return sorted[sorted.length / 2];
                                })
                        .sorted()
                        .toArray();
        return medians.length < quorum
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(medians[quorum - 1]));
    }
}
