package io.giza.gateway.service;

import io.giza.model.OpId;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * What a client asks to be done once.
 *
 * @param id what its records carry, the same for each of its attempts
 * @param attempt which of its attempts this is
 * @param noted the identity in the note of its event, by which its record is found; empty if no
 *     webhook is notified of it
 * @param newName the identity of its records if another operation has its own, else null. All tries
 *     of the gateway share it, so each finds the records of those before
 * @param sentAt when the client sent this attempt, by its own clock; what was written since is no
 *     other operation that was given the same identity. {@link Instant#MAX} where it does not say
 * @param abandoned whether the client gave up on this attempt while its gateway stood still; asked
 *     in any thread
 */
public record ClientOperation(
        OpId id,
        Attempt attempt,
        Optional<OpId> noted,
        AtomicReference<@Nullable OpId> newName,
        Instant sentAt,
        BooleanSupplier abandoned) {
    /** Which attempt of its operation a request is. */
    public enum Attempt {
        /**
         * The first attempt. A record with its identity belongs to its own retry, and then this
         * attempt is late, or to another operation with the same identity.
         */
        FIRST,

        /** The first attempt, continued by the gateway after an unknown outcome. */
        CONTINUED,

        /** The client signed an attempt number above 1. */
        RETRY
    }

    /**
     * Makes an attempt of an operation.
     *
     * @param isRetry whether the client signed an attempt number above 1
     */
    public ClientOperation(OpId id, boolean isRetry, Instant sentAt) {
        this(
                id,
                isRetry ? Attempt.RETRY : Attempt.FIRST,
                Optional.empty(),
                new AtomicReference<>(),
                sentAt,
                () -> false);
    }

    /** Makes an operation of which nobody knows when its client sent this attempt. */
    public ClientOperation(OpId id, boolean isRetry) {
        this(id, isRetry, Instant.MAX);
    }

    /** Whether an earlier attempt may have done it. */
    public boolean mayBeRepeated() {
        return attempt != Attempt.FIRST;
    }

    /** Whether the client signed an attempt number above 1. */
    public boolean isRetry() {
        return attempt == Attempt.RETRY;
    }

    /**
     * Returns the attempt for a second try by the gateway: still the client's first attempt, so the
     * refusal of the client's retry binds it.
     */
    public ClientOperation continued() {
        return isRetry()
                ? this
                : new ClientOperation(id, Attempt.CONTINUED, noted, newName, sentAt, abandoned);
    }

    /** Returns the operation with an event, which needs the record of this very request. */
    public ClientOperation announced(RandomGenerator random) {
        return new ClientOperation(
                id,
                attempt,
                Optional.of(id.ofRequest(random)),
                new AtomicReference<>(),
                sentAt,
                abandoned);
    }

    /** Returns a new identity for a record of this operation. */
    public OpId renamed(RandomGenerator random) {
        return noted.orElse(id).renamed(random);
    }

    /** Has its records carry a new identity from now on, because another operation has its own. */
    public void rename(RandomGenerator random) {
        newName.compareAndSet(null, renamed(random));
    }

    /** Whether it was {@linkplain #rename renamed}. */
    public boolean isRenamed() {
        return newName.get() != null;
    }

    /** Returns the identity of its records, in this try of the gateway and in those before. */
    public OpId recordId() {
        return Optional.ofNullable(newName.get()).orElse(id);
    }

    /** Returns the operation of a client that may give up on this attempt. */
    public ClientOperation unless(BooleanSupplier isAbandoned) {
        return new ClientOperation(id, attempt, noted, newName, sentAt, isAbandoned);
    }

    /** Returns this attempt for a part of the operation, with an identity of its own. */
    public ClientOperation withId(OpId part) {
        return new ClientOperation(
                part, attempt, Optional.empty(), new AtomicReference<>(), sentAt, abandoned);
    }

    /**
     * Whether it may succeed without a record if another put overwrites it at once. A later attempt
     * must find this attempt in the log.
     */
    public boolean mayBeLeftOut() {
        return attempt == Attempt.FIRST && noted.isEmpty();
    }

    /** Returns an operation that nobody asks for again. */
    public static ClientOperation once(RandomGenerator random) {
        return new ClientOperation(OpId.random(random), false);
    }
}
