package io.giza.lock;

import java.time.Instant;
import java.util.Optional;

/**
 * What keeps one version from being deleted. Both must allow it.
 *
 * @param retention until when it is kept, if that was ever said
 * @param hold whether it is kept until further notice
 */
public record VersionLock(Optional<Retention> retention, LegalHold hold) {
    /** A version that was never locked. */
    public static final VersionLock NONE = new VersionLock(Optional.empty(), LegalHold.UNSET);

    /** Returns this with another retention, or none. */
    public VersionLock withRetention(Optional<Retention> other) {
        return new VersionLock(other, hold);
    }

    /** Returns this with another hold. */
    public VersionLock withHold(LegalHold other) {
        return new VersionLock(retention, other);
    }

    /** Returns this, retained as its bucket has it where it has no retention of its own. */
    public VersionLock orDefault(Optional<DefaultRetention> fallback, Instant created) {
        return retention.isPresent() || fallback.isEmpty()
                ? this
                : withRetention(fallback.map(each -> each.from(created)));
    }

    /** Tells whether a version must not be deleted by who has {@code permit}. */
    public boolean protects(LockPermit permit) {
        return hold == LegalHold.ON
                || retention
                        .filter(each -> each.isInForce(permit.past()))
                        .filter(each -> !isBypassed(each, permit))
                        .isPresent();
    }

    /**
     * Tells whether the retention may be replaced by who has {@code permit}: by one that keeps the
     * version as long and as strictly, or where it is over or bypassed by any.
     */
    public boolean mayBecome(Optional<Retention> other, LockPermit permit) {
        return retention
                .filter(each -> each.isInForce(permit.past()))
                .filter(each -> !isBypassed(each, permit))
                .filter(each -> other.filter(each::isKeptBy).isEmpty())
                .isEmpty();
    }

    /**
     * Returns the time that has to be proven to be over before the retention is of no effect; empty
     * where it has none, or one that {@code now} says is in force.
     */
    public Optional<Instant> endedBefore(Instant now) {
        return retention.map(Retention::until).filter(until -> !until.isAfter(now));
    }

    private static boolean isBypassed(Retention retention, LockPermit permit) {
        return permit.bypassesGovernance() && retention.mode() == RetentionMode.GOVERNANCE;
    }
}
