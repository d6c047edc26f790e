package io.giza.gateway.service;

import io.giza.gateway.service.ObjectService.Target;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * A change of what keeps a version from being deleted.
 *
 * @param target the object
 * @param version the version, or null for the newest
 * @param change what its retention or its legal hold is from then on
 * @param bypassesGovernance whether retention in governance mode may be made shorter
 */
public record LockRequest(
        Target target, @Nullable VersionName version, Change change, boolean bypassesGovernance) {
    /** Returns the request for a second try by the gateway. */
    public LockRequest continued() {
        return new LockRequest(target.continued(), version, change, bypassesGovernance);
    }

    /** What is changed of a lock. */
    public sealed interface Change {}

    /** The retention, which may be ended. */
    public record OfRetention(Optional<Retention> retention) implements Change {}

    /** The legal hold. */
    public record OfHold(LegalHold hold) implements Change {}
}
