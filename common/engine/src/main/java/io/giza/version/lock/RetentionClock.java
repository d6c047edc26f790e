package io.giza.version.lock;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;
import io.giza.version.SharedClock;
import io.giza.version.VersionAccess;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether the wall clock of this gateway may say when retention by default begins: a clock that is
 * behind would let it end early. A quorum is asked at most once in {@link #FRESHNESS}, as long as
 * both clocks of this machine count alike.
 */
public final class RetentionClock {
    private static final Duration FRESHNESS = Duration.ofMinutes(1);

    /** How much more one of both clocks may count while a quorum's answer is gone by. */
    private static final Duration DRIFT = Duration.ofSeconds(1);

    private final Time time;
    private final SharedClock clock;
    private final AtomicReference<Optional<Moment>> shared =
            new AtomicReference<>(Optional.empty());

    /** Compares the clock of {@code access} with those of its metadata data centers. */
    public RetentionClock(VersionAccess access) {
        this.time = access.surroundings().time();
        this.clock = new SharedClock(access);
    }

    /** Tells why nothing is retained by this clock; empty if a quorum shares it. */
    public Optional<String> disagreement(Deadline deadline) {
        if (shared.get().filter(this::isRecent).isPresent()) {
            return Optional.empty();
        }
        Moment before = time.moment();
        Optional<String> detail = clock.disagreement(deadline);
        shared.set(detail.isPresent() ? Optional.empty() : Optional.of(before));
        return detail;
    }

    private boolean isRecent(Moment asked) {
        Duration steady = asked.steadyAge(time);
        Duration apart = asked.wallAge(time).minus(steady).abs();
        return steady.compareTo(FRESHNESS) < 0 && apart.compareTo(DRIFT) <= 0;
    }
}
