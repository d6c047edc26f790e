package io.giza.gateway.service;

import io.giza.acl.AccessControlList;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.lock.VersionLock;

import java.util.Map;
import java.util.Optional;

/**
 * A put.
 *
 * @param target the object
 * @param condition the condition of the put
 * @param headers stored response headers by lower-case name
 * @param userMetadata user metadata by lower-case name, without the x-amz-meta- prefix
 * @param tags its tags
 * @param lock the retention and legal hold of its version, if the request sets them
 * @param encryption how it is encrypted
 * @param acl the object's owner and grants; empty if it belongs to the bucket's owner alone
 * @param isCopy whether the body is another object. Its content may have changed since an earlier
 *     attempt, which copied the same source nevertheless
 */
public record PutRequest(
        Target target,
        WriteCondition condition,
        Map<String, String> headers,
        Map<String, String> userMetadata,
        Map<String, String> tags,
        VersionLock lock,
        EncryptionRequest encryption,
        Optional<AccessControlList> acl,
        boolean isCopy) {
    /** A put whose body the client sends. */
    public PutRequest(
            Target target,
            WriteCondition condition,
            Map<String, String> headers,
            Map<String, String> userMetadata,
            Map<String, String> tags,
            VersionLock lock,
            EncryptionRequest encryption,
            Optional<AccessControlList> acl) {
        this(target, condition, headers, userMetadata, tags, lock, encryption, acl, false);
    }

    /** A put for the bucket's owner alone, locked and encrypted as its bucket says. */
    public PutRequest(
            Target target,
            WriteCondition condition,
            Map<String, String> headers,
            Map<String, String> userMetadata,
            Map<String, String> tags) {
        this(
                target,
                condition,
                headers,
                userMetadata,
                tags,
                VersionLock.NONE,
                EncryptionRequest.BY_BUCKET,
                Optional.empty());
    }

    /** A put of an object without tags. */
    public PutRequest(
            Target target,
            WriteCondition condition,
            Map<String, String> headers,
            Map<String, String> userMetadata) {
        this(target, condition, headers, userMetadata, Map.of());
    }

    /**
     * Asks whether an earlier attempt of a copy was done, where the source cannot be read now. Its
     * body is not read: if no attempt was done, the put is refused by PreconditionFailed, and no
     * first attempt copies later.
     */
    public static PutRequest ofRepeatedCopy(Target target) {
        return new PutRequest(
                target,
                new WriteCondition.Unmet(),
                Map.of(),
                Map.of(),
                Map.of(),
                VersionLock.NONE,
                EncryptionRequest.NONE,
                Optional.empty(),
                true);
    }

    /**
     * Asks whether an earlier attempt of this put was done. Nothing is stored: if none was done,
     * the put is refused by PreconditionFailed, and no first attempt stores anything later.
     */
    public PutRequest repeated() {
        return isCopy
                ? ofRepeatedCopy(target)
                : new PutRequest(
                        target,
                        new WriteCondition.Unmet(),
                        headers,
                        userMetadata,
                        tags,
                        lock,
                        encryption,
                        acl);
    }

    /** Whether it can store nothing, and asks for an earlier attempt alone. */
    public boolean storesNothing() {
        return condition instanceof WriteCondition.Unmet;
    }

    /** Returns the request for a second try by the gateway. */
    public PutRequest continued() {
        return of(target.continued());
    }

    /** Returns the put of another target, or as another operation. */
    public PutRequest of(Target other) {
        return with(other, isCopy);
    }

    /** Returns the request of a copy. */
    public PutRequest copying() {
        return with(target, true);
    }

    private PutRequest with(Target other, boolean copies) {
        return new PutRequest(
                other, condition, headers, userMetadata, tags, lock, encryption, acl, copies);
    }
}
