package io.giza.gc.sweep;

import io.giza.concurrent.Moment;
import io.giza.version.SharedClock;
import io.giza.version.VersionAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whether a worker may go by the age of things: only while a quorum shares the time of its machine.
 * By a clock that is years ahead everything has expired, is garbage, and was given up long ago.
 */
public final class ClockCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ClockCheck.class);

    private final VersionAccess access;
    private final SharedClock clock;
    private final Consumer<Optional<String>> tally;
    private volatile Optional<Observation> last = Optional.empty();

    /** What a quorum said, and when it was asked. */
    private record Observation(Moment takenAt, Optional<String> disagreement) {}

    /**
     * Begins to watch.
     *
     * @param tally hears of each look what is wrong with the time, empty if nothing is
     */
    public ClockCheck(VersionAccess access, Consumer<Optional<String>> tally) {
        this.access = access;
        this.clock = new SharedClock(access);
        this.tally = tally;
    }

    /**
     * Tells whether a quorum shares the time of this machine.
     *
     * @param freshness how long ago it may have been asked, by the clock that counted more
     */
    public boolean isShared(Duration freshness) {
        return last.filter(observation -> observation.disagreement().isEmpty())
                        .map(observation -> observation.takenAt().age(access.surroundings().time()))
                        .filter(age -> age.compareTo(freshness) <= 0)
                        .isPresent()
                || observe().isEmpty();
    }

    private Optional<String> observe() {
        Moment takenAt = access.surroundings().time().moment();
        Optional<String> now = clock.disagreement(access.after(access.timeouts().read()));
        // Told of once, not for each thing that is left alone.
        if (now.isPresent() && last.flatMap(Observation::disagreement).isEmpty()) {
            LOG.atWarn().log("nothing expires and nothing is collected: {}", now.get());
        }
        last = Optional.of(new Observation(takenAt, now));
        tally.accept(now);
        return now;
    }
}
