package io.giza.gateway.annotation;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.lock.LockPermit;
import io.giza.lock.VersionLock;
import io.giza.version.SharedClock;

import java.time.Instant;
import java.util.Optional;

/**
 * What an operation holds against the lock of a version. Only where this gateway's clock says that
 * a retention is over is a quorum of clocks asked whether it is.
 */
public final class LockPermits {
    private final Cluster cluster;
    private final SharedClock clock;

    /** Asks the clocks of a cluster. */
    public LockPermits(Cluster cluster) {
        this.cluster = cluster;
        this.clock = new SharedClock(cluster.versions());
    }

    /** What came of it. */
    public sealed interface Result {}

    /** What is known is held against it. */
    public record Known(LockPermit permit) implements Result {}

    /** Too few clocks answered. */
    public record Unknown(Failure failure) implements Result {}

    /** Returns what is held against {@code lock} as it was seen. */
    public Result against(VersionLock lock, boolean bypassesGovernance) {
        Optional<Instant> ended = lock.endedBefore(cluster.surroundings().time().instant());
        LockPermit unproven = new LockPermit(bypassesGovernance, Instant.MIN);
        if (ended.isEmpty()) {
            return new Known(unproven);
        }
        return switch (clock.isOver(ended.get(), cluster.after(cluster.settings().read()))) {
            case OVER -> new Known(new LockPermit(bypassesGovernance, ended.get()));
            case NOT_OVER -> new Known(unproven);
            case UNKNOWN ->
                    new Unknown(
                            new Failure.Unavailable(
                                    "too few data centers say whether a retention is over"));
        };
    }
}
