package io.giza.concurrent;

import java.time.Duration;
import java.time.Instant;

/**
 * A reading of both clocks of {@link Time}. The steady clock stands still while a machine is
 * suspended or moved to another host, and the wall clock may be set back; what must not be taken
 * for younger than it is goes by the one that says more.
 *
 * @param nanos the steady clock's reading
 * @param wall the wall clock's reading
 */
public record Moment(long nanos, Instant wall) {
    /** Returns how long ago this was, as the clock says that counted more. */
    public Duration age(Time time) {
        Duration steady = steadyAge(time);
        Duration onTheWall = wallAge(time);
        return steady.compareTo(onTheWall) >= 0 ? steady : onTheWall;
    }

    /** Returns how long ago this was by the steady clock; to compare the clocks. */
    public Duration steadyAge(Time time) {
        return Duration.ofNanos(time.nanos() - nanos);
    }

    /** Returns how long ago this was by the wall clock; to compare the clocks. */
    public Duration wallAge(Time time) {
        return Duration.between(wall, time.instant());
    }

    /** Tells whether the steady clock read this after {@code other}, or at the same time. */
    public boolean isNotBefore(Moment other) {
        return nanos - other.nanos >= 0;
    }
}
