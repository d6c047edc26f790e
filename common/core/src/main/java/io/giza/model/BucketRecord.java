package io.giza.model;

import io.giza.lock.BucketLock;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the newest version of a bucket's row says of the bucket.
 *
 * @param id the identity of this life of the bucket
 * @param state where in its life it is
 * @param account the name of the account that owns it
 * @param created when this life began
 * @param versioning what is done about versions of its objects
 * @param previousVersioning what was done before, which is what clients are told as long as anybody
 *     may still do it; empty once nobody does
 * @param freshness for how long gateways go by what a quorum said of versioning, lock and
 *     encryption
 * @param lock how versions are locked that are put there; empty if none can be
 * @param encryption how its objects are encrypted whose puts do not say how
 */
public record BucketRecord(
        BucketId id,
        State state,
        String account,
        Instant created,
        Versioning versioning,
        Optional<Versioning> previousVersioning,
        Duration freshness,
        Optional<BucketLock> lock,
        Optional<Encryption.Default> encryption) {
    /** The freshness of buckets whose records do not say it. */
    public static final Duration DEFAULT_FRESHNESS = Duration.ofSeconds(2);

    /** A bucket whose versioning is in effect everywhere, with the usual freshness. */
    public BucketRecord(
            BucketId id, State state, String account, Instant created, Versioning versioning) {
        this(id, state, account, created, versioning, Optional.empty(), DEFAULT_FRESHNESS);
    }

    /** A bucket in which no version can be locked, and that encrypts nothing by itself. */
    public BucketRecord(
            BucketId id,
            State state,
            String account,
            Instant created,
            Versioning versioning,
            Optional<Versioning> previousVersioning,
            Duration freshness) {
        this(
                id,
                state,
                account,
                created,
                versioning,
                previousVersioning,
                freshness,
                Optional.empty(),
                Optional.empty());
    }

    /** Nobody suspends what locks rest on: a null version would take the place of a locked one. */
    public BucketRecord {
        if (lock.isPresent() && versioning != Versioning.ENABLED) {
            throw new IllegalArgumentException("a bucket with locks is versioned: " + id);
        }
    }

    /** Where in its life a bucket is. */
    public enum State {
        /** It can be written to. */
        ACTIVE,
        /** Somebody is finding out whether it is empty; becomes ACTIVE again or DELETED. */
        DELETING,
        /** This life is over; the name is free. */
        DELETED
    }

    /** What a bucket does about versions of its objects. */
    public enum Versioning {
        /** Nothing, and never did: a put replaces the object, a delete removes it. */
        UNVERSIONED,
        /** Every put and delete adds a version. */
        ENABLED,
        /** As ENABLED formerly; now a put or delete replaces the version called null. */
        SUSPENDED;

        /** Returns the mode of what is put. */
        public Mode modeOfPut() {
            return switch (this) {
                case UNVERSIONED, SUSPENDED -> Mode.UNVERSIONED;
                case ENABLED -> Mode.VERSIONED;
            };
        }

        /** Tells whether a put is of this mode. */
        boolean puts(Mode mode) {
            return mode == modeOfPut() || (mode == Mode.BLIND && modeOfPut().isNull());
        }

        /** Returns the mode of the marker that a delete adds. */
        public Mode modeOfMarker() {
            return switch (this) {
                case UNVERSIONED -> Mode.HIDDEN_MARKER;
                case ENABLED -> Mode.VERSIONED;
                case SUSPENDED -> Mode.UNVERSIONED;
            };
        }

        /** Tells whether clients are told the names of versions. */
        public boolean hasVersionIds() {
            return this != UNVERSIONED;
        }
    }

    /** Returns this life in another state. */
    public BucketRecord withState(State other) {
        return new BucketRecord(
                id,
                other,
                account,
                created,
                versioning,
                previousVersioning,
                freshness,
                lock,
                encryption);
    }

    /** Returns this life with other versioning, of which clients are not told yet. */
    public BucketRecord withVersioning(Versioning other) {
        return new BucketRecord(
                id,
                state,
                account,
                created,
                other,
                Optional.of(reportedVersioning()),
                freshness,
                lock,
                encryption);
    }

    /** Returns this life with another default encryption, or none. */
    public BucketRecord withEncryption(Optional<Encryption.Default> other) {
        return new BucketRecord(
                id,
                state,
                account,
                created,
                versioning,
                previousVersioning,
                freshness,
                lock,
                other);
    }

    /** Returns this life with other locks, by which not everybody goes yet. */
    public BucketRecord withLock(BucketLock other) {
        return new BucketRecord(
                id,
                state,
                account,
                created,
                versioning,
                Optional.of(reportedVersioning()),
                freshness,
                Optional.of(other),
                encryption);
    }

    /** Returns this life once everybody goes by its versioning and locks. */
    public BucketRecord inEffect() {
        return new BucketRecord(
                id,
                state,
                account,
                created,
                versioning,
                Optional.empty(),
                freshness,
                lock,
                encryption);
    }

    /** Tells whether somebody may still go by other versioning, or other locks. */
    public boolean isChanging() {
        return previousVersioning.isPresent();
    }

    /**
     * Tells whether clients are told what a version is called: not where that would tell of a
     * change before it is in effect.
     *
     * @param mode of the version
     */
    public boolean reportsVersionIds(Mode mode) {
        return isChanging()
                ? reportedVersioning().hasVersionIds() && reportedVersioning().puts(mode)
                : versioning.hasVersionIds();
    }

    /** Returns what clients are told of versioning. */
    public Versioning reportedVersioning() {
        return previousVersioning.orElse(versioning);
    }

    /**
     * Tells whether this is the same life of the bucket as {@code other}, and can be written to.
     */
    public boolean isActive(BucketRecord other) {
        return id.equals(other.id) && state == State.ACTIVE;
    }
}
