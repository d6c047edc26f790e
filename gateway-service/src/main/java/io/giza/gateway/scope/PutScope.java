package io.giza.gateway.scope;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.lock.BucketLock;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * What a put is put into: a bucket, or an upload of parts. It must still have stood when the put
 * was voted for, or the put is not acknowledged.
 */
public interface PutScope {
    /** Returns the row that says so; voters return it as it is after their vote. */
    ObjectKey witness();

    /**
     * Tells whether it stood.
     *
     * @param witnesses the row at those that voted, read after they did; may be empty
     */
    ScopeState confirm(Map<DcName, Row> witnesses);

    /** How what is put stands to other versions of its key. */
    sealed interface VersioningDecision {}

    /**
     * As versioning says.
     *
     * @param lock how versions are locked there; empty if none can be
     */
    record KnownVersioning(Versioning versioning, Optional<BucketLock> lock)
            implements VersioningDecision {
        /**
         * Returns what is put, locked as it asks for or else as its bucket has it; empty if it asks
         * for a lock where there are none.
         */
        public Optional<Manifest> locked(Manifest manifest) {
            return lock.map(
                            each ->
                                    manifest.withLock(
                                            manifest.lock()
                                                    .orDefault(
                                                            each.defaultRetention(),
                                                            manifest.created())))
                    .or(
                            () ->
                                    Optional.of(manifest)
                                            .filter(each -> each.lock().equals(VersionLock.NONE)));
        }
    }

    /** Nothing can be put, or nobody knows how. */
    record Refused(Failure failure) implements VersioningDecision {}

    /** Tells how what is put stands to other versions, waiting until that is known. */
    VersioningDecision versioningDecision(Deadline deadline);

    /** Returns how what is put is encrypted that does not say so itself, as far as is known. */
    default Optional<Encryption.Default> defaultEncryption() {
        return Optional.empty();
    }

    /**
     * Tells why nothing can be put by that, unless it was still so at some time since the put
     * began; waits until it is known.
     */
    default Optional<Failure> defaultEncryptionRefusal(Deadline deadline) {
        return Optional.empty();
    }

    /**
     * Tells why a write that was chosen is not acknowledged; empty if it is.
     *
     * @param witnesses as {@link #confirm}
     */
    default Optional<Failure> refusal(Map<DcName, Row> witnesses) {
        return switch (confirm(witnesses)) {
            case OPEN -> Optional.empty();
            case GONE -> Optional.of(goneFailure());
            // It may have been seen before that life ended, so it is not tried in the next.
            case REPLACED ->
                    Optional.of(new Failure.OutcomeUnknown("the bucket was created again"));
            case UNKNOWN ->
                    Optional.of(
                            new Failure.OutcomeUnknown("what it was written into is being ended"));
        };
    }

    /**
     * Returns why a write was withdrawn: a condition says something of the object only if what the
     * object is in still stood.
     */
    default Failure withdrawalReason(Failure reason) {
        boolean isAboutObject =
                reason instanceof Failure.PreconditionFailed || reason instanceof Failure.NoSuchKey;
        if (!isAboutObject) {
            return reason;
        }
        return switch (confirm(Map.of())) {
            case OPEN -> reason;
            case GONE -> goneFailure();
            case REPLACED -> new Failure.BucketReplaced();
            case UNKNOWN -> new Failure.Unavailable("what it is written into could not be read");
        };
    }

    /** Tells whether what is put is an object, which nothing but a read looks for. */
    default boolean holdsObjects() {
        return false;
    }

    /** Returns what clients are told that a version is called; empty if it has no name. */
    default Optional<VersionName> nameOf(VersionId version, Mode mode, Deadline deadline) {
        return Optional.empty();
    }

    /** Returns what the client is told where it does not stand. */
    Failure goneFailure();
}
