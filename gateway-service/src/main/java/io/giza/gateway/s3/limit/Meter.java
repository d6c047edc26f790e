package io.giza.gateway.s3.limit;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.giza.concurrent.Time;
import io.giza.record.KeyLimits;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one account or access key had done lately. A pause allows as much at once as ten seconds do.
 * Bytes are counted once they are moved, so a request may exceed what is left; those after it wait
 * for that.
 */
final class Meter {
    private static final int BURST_SECONDS = 10;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** What bytes are counted in where they are many: a bucket takes one a nanosecond at most. */
    private static final long LARGE_UNIT = 1024;

    private static final long MANY = 900_000_000;

    private final KeyLimits limits;
    private final @Nullable Bucket requests;
    private final @Nullable ByteBucket received;
    private final @Nullable ByteBucket sent;
    private final AtomicLong uploads = new AtomicLong();

    /** What a limit is about. */
    enum Kind {
        REQUESTS,
        RECEIVED,
        SENT,
        UPLOADS
    }

    /**
     * Why a request is refused.
     *
     * @param kind the limit
     * @param seconds after how many it is worth trying again
     */
    record Excess(Kind kind, long seconds) {}

    Meter(KeyLimits limits, Time time) {
        this.limits = limits;
        TimeMeter clock = clock(time);
        this.requests = bucket(limits.requests(), clock);
        this.received = byteBucket(limits.received(), clock);
        this.sent = byteBucket(limits.sent(), clock);
    }

    private static TimeMeter clock(Time time) {
        return new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return time.ticks().nanos();
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        };
    }

    private static @Nullable Bucket bucket(long perSecond, TimeMeter clock) {
        return perSecond == 0
                ? null
                : Bucket.builder()
                        .addLimit(
                                limit ->
                                        limit.capacity(Math.multiplyExact(perSecond, BURST_SECONDS))
                                                .refillGreedy(perSecond, SECOND))
                        .withCustomTimePrecision(clock)
                        .build();
    }

    private static @Nullable ByteBucket byteBucket(long perSecond, TimeMeter clock) {
        long unit = perSecond > MANY ? LARGE_UNIT : 1;
        Bucket bucket = bucket(perSecond / unit, clock);
        return bucket == null ? null : new ByteBucket(bucket, unit);
    }

    /** Bytes, counted in units. */
    private record ByteBucket(Bucket bucket, long unit) {
        void take(long bytes) {
            if (bytes > 0) {
                bucket.consumeIgnoringRateLimits(Math.ceilDiv(bytes, unit));
            }
        }
    }

    KeyLimits limits() {
        return limits;
    }

    /** Begins a request, unless that exceeds a limit. */
    Optional<Excess> begin(boolean isUpload) {
        Optional<Excess> excess = owed(received, Kind.RECEIVED).or(() -> owed(sent, Kind.SENT));
        if (excess.isPresent()) {
            return excess;
        }
        if (isUpload && !beginUpload()) {
            return Optional.of(new Excess(Kind.UPLOADS, 1));
        }
        excess = count();
        if (excess.isPresent() && isUpload) {
            uploads.decrementAndGet();
        }
        return excess;
    }

    private boolean beginUpload() {
        if (uploads.incrementAndGet() <= limits.uploads() || limits.uploads() == 0) {
            return true;
        }
        uploads.decrementAndGet();
        return false;
    }

    private Optional<Excess> count() {
        if (requests == null) {
            return Optional.empty();
        }
        var probe = requests.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? Optional.empty()
                : Optional.of(new Excess(Kind.REQUESTS, seconds(probe.getNanosToWaitForRefill())));
    }

    private static Optional<Excess> owed(@Nullable ByteBucket bytes, Kind kind) {
        if (bytes == null) {
            return Optional.empty();
        }
        var probe = bytes.bucket.estimateAbilityToConsume(1);
        return probe.canBeConsumed()
                ? Optional.empty()
                : Optional.of(new Excess(kind, seconds(probe.getNanosToWaitForRefill())));
    }

    private static long seconds(long nanos) {
        return Math.max(1, Duration.ofNanos(nanos).plusMillis(999).toSeconds());
    }

    /** Ends a request that was begun. */
    void end(boolean isUpload, long receivedBytes, long sentBytes) {
        if (isUpload) {
            uploads.decrementAndGet();
        }
        if (received != null) {
            received.take(receivedBytes);
        }
        if (sent != null) {
            sent.take(sentBytes);
        }
    }
}
