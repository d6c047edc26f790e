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
public final class ClockWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

    private final VersionAccess access;
    private final SharedClock clock;
    private final Consumer<Optional<String>> tally;
    private volatile Optional<Look> last = Optional.empty();

    /** What a quorum said, and when it was asked. */
    private record Look(Moment asked, Optional<String> disagreement) {}

    /**
     * Begins to watch.
     *
     * @param tally hears of each look what is wrong with the time, empty if nothing is
     */
    public ClockWatch(VersionAccess access, Consumer<Optional<String>> tally) {
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
        return last.filter(look -> look.disagreement().isEmpty())
                        .map(look -> look.asked().age(access.surroundings().time()))
                        .filter(age -> age.compareTo(freshness) <= 0)
                        .isPresent()
                || look().isEmpty();
    }

    private Optional<String> look() {
        Moment asked = access.surroundings().time().moment();
        Optional<String> now = clock.disagreement(access.after(access.patience().read()));
        // Told of once, not for each thing that is left alone.
        if (now.isPresent() && last.flatMap(Look::disagreement).isEmpty()) {
            LOG.atWarn().log("nothing expires and nothing is collected: {}", now.get());
        }
        last = Optional.of(new Look(asked, now));
        tally.accept(now);
        return now;
    }
}
