package io.giza.gateway.service;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.replica.Account;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The objects of all buckets as one gateway serves them: linearizable, whichever gateway was
 * written to. Every outcome is a value; exceptions are bugs, or come from the caller's own body.
 */
public interface ObjectService {
    /**
     * Stores an object. Nothing is visible unless the result is {@link PutResult.Stored}; with
     * {@link Failure.OutcomeUnknown} it may become visible later.
     */
    PutResult put(PutRequest request, ObjectBody body) throws IOException;

    /**
     * Finds the newest version of an object, or the one that is named, and opens it where the
     * request asks for bytes.
     */
    GetResult get(GetRequest request);

    /**
     * Deletes an object by appending a delete marker, or deletes the version that is named for
     * good; deleting what is absent succeeds.
     */
    DeleteResult delete(DeleteRequest request);

    /** Gives a version other tags. */
    TagResult tag(TagRequest request);

    /** Changes the retention or the legal hold of a version. */
    TagResult lock(LockRequest request);

    /** Changes what the owner of a version granted. */
    TagResult grant(GrantRequest request);

    /** Lists keys in the order of their UTF-8 bytes. */
    ListResult list(ListRequest request);

    /** Lists versions of objects and delete markers, key by key, the newest of each first. */
    VersionListing.Result listVersions(VersionListing.Request request);

    /**
     * Names what an operation is about.
     *
     * @param account the caller's storage account
     * @param bucket the bucket's name
     * @param key the object's key
     * @param operation what the client asks for, the same for each of its retries
     */
    record Target(Account account, String bucket, String key, ClientOperation operation) {
        /** Names it for an operation that may be a retry. */
        public Target(Account account, String bucket, String key, OpId op) {
            this(account, bucket, key, new ClientOperation(op, true));
        }

        /** Returns the target of an operation with an event. */
        public Target announced(RandomGenerator random) {
            return new Target(account, bucket, key, operation.announced(random));
        }

        /** Returns the target for a second try by the gateway. */
        public Target continued() {
            return new Target(account, bucket, key, operation.continued());
        }

        /** Returns the identity of the client's operation. */
        public OpId op() {
            return operation.id();
        }
    }

    /**
     * A change of an object's tags.
     *
     * @param target what to tag
     * @param version the version to tag, or null for the newest
     * @param tags all tags that it has from then on
     */
    record TagRequest(Target target, @Nullable VersionName version, Map<String, String> tags) {
        /** Returns the request for a second try by the gateway. */
        public TagRequest continued() {
            return new TagRequest(target.continued(), version, tags);
        }
    }

    /**
     * A get or head.
     *
     * @param target what to read
     * @param version the version to read, or null for the newest
     * @param wantsBody whether the bytes will be read; a head does not touch fragments needlessly
     * @param key the key that the client sent to decrypt it
     * @param needsKey whether a version that is encrypted with a client's key is told of only to
     *     those who sent it
     * @param admission whether whoever asks may read it
     */
    record GetRequest(
            Target target,
            @Nullable VersionName version,
            boolean wantsBody,
            Optional<CustomerKey> key,
            boolean needsKey,
            Admission admission) {
        /** Asks for an object with the key that the client sent, if it did. */
        public GetRequest(
                Target target,
                @Nullable VersionName version,
                boolean wantsBody,
                Optional<CustomerKey> key,
                Admission admission) {
            this(target, version, wantsBody, key, true, admission);
        }

        /** Asks for the bytes, or else for what needs no key: tags, locks and grants. */
        public GetRequest(Target target, @Nullable VersionName version, boolean wantsBody) {
            this(target, version, wantsBody, Optional.empty(), wantsBody, Admission.DECIDED);
        }

        /** Asks for what is said of it, but for the bytes, if whoever asks may know it. */
        public GetRequest(Target target, @Nullable VersionName version, Admission admission) {
            this(target, version, false, Optional.empty(), false, admission);
        }

        /** Asks for the newest version. */
        public GetRequest(Target target, boolean wantsBody) {
            this(target, null, wantsBody);
        }
    }

    /**
     * A delete.
     *
     * @param target what to delete
     * @param version the version to delete for good, or null to append a delete marker
     * @param condition what must hold of the newest version, or of the one that is named
     * @param bypassesGovernance whether a version may be deleted that is retained in governance
     *     mode
     */
    record DeleteRequest(
            Target target,
            @Nullable VersionName version,
            WriteCondition condition,
            boolean bypassesGovernance) {
        /** Asks for a delete marker. */
        public DeleteRequest(Target target, WriteCondition condition) {
            this(target, null, condition, false);
        }

        /** Asks for a delete that bypasses nothing. */
        public DeleteRequest(
                Target target, @Nullable VersionName version, WriteCondition condition) {
            this(target, version, condition, false);
        }

        /** Returns the request for a second try by the gateway. */
        public DeleteRequest continued() {
            return new DeleteRequest(target.continued(), version, condition, bypassesGovernance);
        }

        /** Asks for the end of one version. */
        public static DeleteRequest of(Target target, VersionName version) {
            return new DeleteRequest(target, version, new WriteCondition.None());
        }
    }

    /** How a put ended. */
    sealed interface PutResult permits PutResult.Stored, Failure {
        /**
         * The object is durable, and visible to every read that starts from now on.
         *
         * @param manifest what its record says of it
         * @param id the version that it became
         * @param version the version's name, empty where the bucket never was versioned
         * @param record the identity of its record: renamed if the identity of the request was
         *     taken
         * @param byEarlierAttempt whether an earlier attempt of the same operation wrote it
         */
        record Stored(
                Manifest manifest,
                VersionId id,
                Optional<VersionName> version,
                OpId record,
                boolean byEarlierAttempt)
                implements PutResult {}
    }

    /** What a get found. */
    sealed interface GetResult
            permits GetResult.Found, GetResult.Absent, GetResult.Marker, Failure {
        /** The version that was asked for. */
        record Found(OpenObject object) implements GetResult {}

        /**
         * There is no object of this key, or its newest version is a delete marker; if a version
         * was named, there is no such version, or none any more.
         *
         * @param marker the name of that delete marker, if it has one
         */
        record Absent(Optional<VersionName> marker) implements GetResult {}

        /** The version that was named is a delete marker. */
        record Marker() implements GetResult {}
    }

    /** How a delete ended. */
    sealed interface DeleteResult permits DeleteResult.Done, Failure {
        /**
         * The object, or the version that was named, is gone for every read that starts from now
         * on.
         *
         * @param version the name of the delete marker that was added, or of the version that was
         *     deleted; empty where the bucket never was versioned
         * @param isMarker whether that is a delete marker
         * @param record the identity of its record, or of the request if it needed no record
         */
        record Done(Optional<VersionName> version, boolean isMarker, OpId record)
                implements DeleteResult {}
    }

    /** How a change of tags, retention, legal hold or grants ended. */
    sealed interface TagResult
            permits TagResult.Tagged, TagResult.Absent, TagResult.Marker, Failure {
        /** Every read of the version that starts from now on tells of the change. */
        record Tagged(Optional<VersionName> version) implements TagResult {}

        /** There is no such object, or no such version. */
        record Absent(Optional<VersionName> marker) implements TagResult {}

        /** The version that was named is a delete marker. */
        record Marker() implements TagResult {}
    }

    /** Why an operation did not happen; every one but OutcomeUnknown says it definitely did not. */
    sealed interface Failure extends PutResult, GetResult, DeleteResult, TagResult, ListResult {
        /** The bucket does not exist, or belongs to another account ({@code foreign}). */
        record NoSuchBucket(boolean foreign) implements Failure {}

        /**
         * The bucket was deleted and created again since this gateway looked at it, or encrypts
         * otherwise. It stands, and what was tried came to nothing, so it can be tried again.
         */
        record BucketReplaced() implements Failure {}

        /** There is no such upload, or none any more. */
        record NoSuchUpload() implements Failure {}

        /** Whoever asks may not do it, as the version says itself. */
        record AccessDenied() implements Failure {}

        /** A lock is in force that forbids it. */
        record ObjectLocked() implements Failure {}

        /** Versions cannot be locked in the bucket. */
        record NoBucketLock() implements Failure {}

        /** A condition needed an object and there is none. */
        record NoSuchKey() implements Failure {}

        /** The condition did not hold in a state confirmed by a quorum. */
        record PreconditionFailed() implements Failure {}

        /** The condition could not be decided because an earlier write is unresolved. */
        record ConditionUndecided() implements Failure {}

        /** It would exceed the quota of its account, or else that of its bucket. */
        record QuotaExceeded(boolean ofAccount) implements Failure {}

        /** The object cannot be encrypted so, or not be decrypted so. */
        record KeyRefused(KeyProblem problem, String detail) implements Failure {
            /** Takes over the refusal of a key. */
            public KeyRefused(ObjectKeys.Refused refused) {
                this(refused.problem(), refused.detail());
            }

            /** Whether it is no use to try again: the key's keeper answered. */
            public boolean isFinal() {
                return problem != KeyProblem.UNREACHABLE;
            }
        }

        /** Others hold all memory that there is for this; it may be tried again. */
        record Busy(String detail) implements Failure {}

        /** Too few data centers answered; it may be tried again. */
        record Unavailable(String detail) implements Failure {}

        /**
         * The version to read was visible, is not deleted, and too few intact fragments are left.
         * Nothing older is ever read in its place.
         */
        record DataLost(String detail) implements Failure {}

        /** It may or may not have happened, or may yet; only writes end so. */
        record OutcomeUnknown(String detail) implements Failure {}
    }
}
