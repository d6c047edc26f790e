package io.giza.gateway.version;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.ObjectKey;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.version.CreationTime;
import io.giza.version.RetryWindow;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * How far back an attempt looks for others of its operation. Older records of other attempts are
 * not found.
 *
 * @param startRow the row as it was when the attempt began
 * @param isDated whether records hold the date of their attempt
 */
record SearchDepth(
        ObjectKey key,
        ClientOperation operation,
        Row startRow,
        Time time,
        BooleanSupplier isDated) {
    /** How much of a log is read at most. */
    private static final long MAX_BYTES = 8L << 20;

    /** Requests are signed with a time in whole seconds. */
    private static final Duration TIMESTAMP_GRANULARITY = Duration.ofSeconds(1);

    /** Whether versions that are older than the row's are to be looked at. */
    boolean needsOlderVersions(Row held) {
        return !held.log().isEmpty()
                && held.log().stream().mapToLong(Entry::bytes).sum() < MAX_BYTES
                && (beganBefore(held) || mayFollowAnAttempt(held));
    }

    /**
     * Whether a version was created after the signature, by the gateway's and the client's clock.
     */
    boolean wasWrittenAfterRequest(Entry entry) {
        return isCreatedAfterSignature(entry, TIMESTAMP_GRANULARITY);
    }

    /**
     * Whether this attempt began before the oldest version held was chosen: its own retry may have
     * been done in between.
     */
    private boolean beganBefore(Row held) {
        return startRow.generation() != held.generation()
                || held.firstHeld() > startRow.chosen() + 1;
    }

    /**
     * Whether another attempt may be older than the row's versions. Not all were made in order.
     * Records do not tell when they were made.
     */
    private boolean mayFollowAnAttempt(Row held) {
        boolean isUntold = key.holdsRecords() && isDated.getAsBoolean();
        return isUntold
                || held.log().stream().limit(Acceptor.OPERATION_WINDOW).anyMatch(youngerThan());
    }

    private Predicate<Entry> youngerThan() {
        if (operation.mayBeRepeated()) {
            return this::isInRetryWindow;
        }
        return isDelayed()
                ? entry -> isCreatedAfterSignature(entry, Duration.ZERO)
                : this::wasWrittenAfterRequest;
    }

    private boolean isInRetryWindow(Entry entry) {
        Instant since = time.instant().minus(RetryWindow.RETENTION);
        return created(entry).filter(created -> created.isBefore(since)).isEmpty();
    }

    /**
     * Whether the signature is older than that of an attempt in time. Only then is it worth looking
     * at versions of the second of the signature: a busy key has many.
     */
    private boolean isDelayed() {
        return operation.sentAt().isBefore(time.instant().minus(TIMESTAMP_GRANULARITY));
    }

    private boolean isCreatedAfterSignature(Entry entry, Duration leastDelay) {
        return created(entry)
                .filter(created -> !created.minus(leastDelay).isBefore(operation.sentAt()))
                .isPresent();
    }

    private Optional<Instant> created(Entry entry) {
        return key.holdsRecords() ? Optional.empty() : CreationTime.of(entry);
    }
}
