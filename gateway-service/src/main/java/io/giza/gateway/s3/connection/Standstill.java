package io.giza.gateway.s3.connection;

import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Optional;

/**
 * When this process last stood still: it was stopped, suspended with its machine, or starved.
 * Earlier requests wait in sockets and queues, while their clients have given up and asked another
 * gateway. Both clocks are compared, since the steady clock stands while a machine is suspended.
 */
public final class Standstill {
    /** How often {@link #beat} is to be called. */
    public static final Duration INTERVAL = Duration.ofMillis(500);

    /** Clients give up after seconds; shorter gaps are a matter of scheduling. */
    private static final Duration NOTABLE = Duration.ofSeconds(2);

    /** How long earlier requests may wait to be served. */
    private static final Duration AFTERMATH = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Standstill.class);

    private final Time time;

    /** Empty until the process has started. */
    private volatile Optional<Moment> lastBeat = Optional.empty();

    private volatile Optional<Moment> end = Optional.empty();

    /** Begins to watch. */
    public Standstill(Time time) {
        this.time = time;
    }

    /** Notes that the process runs. */
    public void beat() {
        Duration gap = gap();
        if (isNotable(gap)) {
            end = Optional.of(time.moment());
            LOG.atWarn().addKeyValue("seconds", gap.toSeconds()).log("the process stood still");
        }
        lastBeat = Optional.of(time.moment());
    }

    /** Whether the process stood still within the last minute, or has just resumed. */
    public boolean isRecent() {
        return isNotable(gap())
                || end.filter(last -> last.age(time).compareTo(AFTERMATH) < 0).isPresent();
    }

    private Duration gap() {
        return lastBeat.map(last -> last.age(time)).orElse(Duration.ZERO);
    }

    private static boolean isNotable(Duration gap) {
        return gap.compareTo(NOTABLE) >= 0;
    }
}
