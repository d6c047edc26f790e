package io.giza.gateway.service;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.lock.BucketLock;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;
import io.giza.replica.Account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The buckets of all accounts. Every outcome is a value. */
public interface BucketService {
    /**
     * Creates a bucket. A retry of what created it is told so, also once the bucket is deleted.
     *
     * @param operation what the client asks for, the same for each of its retries
     */
    default CreateResult create(Account account, String name, ClientOperation operation) {
        return create(account, name, operation, Optional.empty());
    }

    /**
     * Creates a bucket.
     *
     * @param lock how versions are locked there, which it then has; empty if none can be
     */
    CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock);

    /** Finds a bucket as a quorum knows it. */
    FindResult find(Account account, String name);

    /** Finds a bucket whoever owns it, as a quorum knows it; never {@link FindResult.Foreign}. */
    FindResult find(String name);

    /** Deletes an empty bucket. */
    RemoveResult delete(Account account, String name, ClientOperation operation);

    /** Lists the account's buckets by name. */
    BucketsResult list(Account account);

    /**
     * Changes what a bucket does about versions; all that begins after its success goes by it.
     *
     * @param versioning ENABLED or SUSPENDED: nothing is unversioned again
     */
    VersioningResult setVersioning(
            Account account, String name, Versioning versioning, ClientOperation operation);

    /** Changes how a bucket encrypts; all puts that begin after its success go by it. */
    EncryptionResult setEncryption(
            Account account,
            String name,
            Optional<Encryption.Default> encryption,
            ClientOperation operation);

    /**
     * Has versions locked that are put into a versioned bucket; all that begins after its success
     * goes by it.
     */
    VersioningResult setLock(
            Account account, String name, BucketLock lock, ClientOperation operation);

    /** Finds how versions are locked in a bucket, once all that begins goes by it. */
    VersioningResult lockOf(Account account, String name);

    /**
     * An existing bucket.
     *
     * @param id the identity of this life of the bucket
     * @param name its name, unique over all accounts
     * @param account the name of the account that owns it
     * @param created when it was created
     * @param versioning what is done about versions of its objects
     * @param encryption how its objects are encrypted whose puts do not say how
     */
    record Bucket(
            BucketId id,
            String name,
            String account,
            Instant created,
            Versioning versioning,
            Optional<Encryption.Default> encryption) {
        /** A bucket that encrypts nothing by itself. */
        public Bucket(
                BucketId id, String name, String account, Instant created, Versioning versioning) {
            this(id, name, account, created, versioning, Optional.empty());
        }
    }

    /** How a creation ended. */
    sealed interface CreateResult {
        /** The bucket was created. */
        record Created(Bucket bucket) implements CreateResult {}

        /** The caller's account already has it. */
        record AlreadyYours(Bucket bucket) implements CreateResult {}

        /** Another account has a bucket of this name. */
        record TakenByOther() implements CreateResult {}
    }

    /** What a search found. */
    sealed interface FindResult {
        /** The bucket exists and is the caller's. */
        record Found(Bucket bucket) implements FindResult {}

        /** There is no such bucket. */
        record Absent() implements FindResult {}

        /** The bucket is another account's. */
        record Foreign() implements FindResult {}
    }

    /** How a deletion ended. */
    sealed interface RemoveResult {
        /** The bucket is gone. */
        record Deleted() implements RemoveResult {}

        /** It holds objects, and stays. */
        record NotEmpty() implements RemoveResult {}

        /** There is no such bucket. */
        record Absent() implements RemoveResult {}

        /** The bucket is another account's. */
        record Foreign() implements RemoveResult {}
    }

    /** How a change of versioning, or of locks, ended. */
    sealed interface VersioningResult {
        /**
         * It is in effect.
         *
         * @param lock how versions are locked in the bucket
         */
        record Changed(Optional<BucketLock> lock) implements VersioningResult {}

        /**
         * The state of the bucket forbids it: versions can be locked, so versioning stays; or it is
         * not versioned, so none can be locked.
         */
        record Conflict() implements VersioningResult {}

        /** There is no such bucket. */
        record Absent() implements VersioningResult {}

        /** The bucket is another account's. */
        record Foreign() implements VersioningResult {}
    }

    /** How a change of encryption ended. */
    sealed interface EncryptionResult {
        /** It is in effect. */
        record Changed() implements EncryptionResult {}

        /** There is no such bucket. */
        record Absent() implements EncryptionResult {}

        /** The bucket is another account's. */
        record Foreign() implements EncryptionResult {}

        /** Nothing can be encrypted so. */
        record Refused(Failure.KeyRefused why) implements EncryptionResult {}
    }

    /** A list of buckets. */
    sealed interface BucketsResult {
        /** The account's buckets by name. */
        record Buckets(List<Bucket> buckets) implements BucketsResult {}
    }

    /**
     * Too few data centers answered.
     *
     * @param detail what was missing, for the log
     * @param outcomeUnknown whether a change may have happened, or may yet
     */
    record Unavailable(String detail, boolean outcomeUnknown)
            implements CreateResult,
                    FindResult,
                    RemoveResult,
                    VersioningResult,
                    EncryptionResult,
                    BucketsResult {}
}
