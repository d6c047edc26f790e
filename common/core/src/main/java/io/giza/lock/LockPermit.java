package io.giza.lock;

import java.time.Instant;

/**
 * What may be held against a lock.
 *
 * @param bypassesGovernance whether who asks may bypass retention in governance mode, and does
 * @param past the latest time that is proven to be over: by this clock, and by a quorum of clocks
 */
public record LockPermit(boolean bypassesGovernance, Instant past) {
    /** Nothing: every lock holds, however long it has been over. */
    public static final LockPermit NONE = new LockPermit(false, Instant.MIN);
}
