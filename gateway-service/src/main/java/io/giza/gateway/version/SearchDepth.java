package io.giza.gateway.version;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.version.CreationTime;
import io.giza.version.RetryWindow;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far back an attempt looks for others of its operation.
 *
 * @param startRow the row as it was when the attempt began
 */
record SearchDepth(ObjectKey key, ClientOperation operation, Row startRow, Time time) {
    /** How much of a log is read at most. */
    private static final long MAX_BYTES = 8L << 20;

    /** Requests are signed with a time in whole seconds. */
    private static final Duration TIMESTAMP_GRANULARITY = Duration.ofSeconds(1);

    /** Whether versions that are older than the row's are to be looked at. */
    boolean needsOlderVersions(Row held) {
        boolean isWanted = beganBefore(held) || mayFollowAnAttempt(held);
        return isWanted && !held.log().isEmpty() && !(isExhausted(held) && mayEnd());
    }

    /**
     * Whether the search may end before all is known. A first attempt that was signed fails
     * instead, since its client asks again. A retry would fail each time.
     */
    private boolean mayEnd() {
        return operation.isRetry() || operation.sentAt().equals(Instant.MAX);
    }

    /** Whether as much was read of the log as is read at most. */
    boolean isExhausted(Row held) {
        return held.log().stream().mapToLong(Entry::bytes).sum() >= MAX_BYTES;
    }

    /**
     * Whether this attempt began before the oldest version held was chosen: its own retry may have
     * been done in between.
     */
    private boolean beganBefore(Row held) {
        return startRow.generation() != held.generation()
                || held.firstHeld() > startRow.chosen() + 1;
    }

    /** Whether another attempt may be older than the row's versions. */
    private boolean mayFollowAnAttempt(Row held) {
        return switch (operation.attempt()) {
            case FIRST -> mayLackARetry(held);
            case CONTINUED -> mayLackARetry(held) || mayLackAnAttempt(held);
            case RETRY -> mayLackAnAttempt(held);
        };
    }

    private boolean mayLackAnAttempt(Row held) {
        return held.log().stream().limit(Acceptor.OPERATION_WINDOW).anyMatch(this::isInRetryWindow);
    }

    /** Not all versions were made in order. Records do not tell when they were made. */
    private boolean isInRetryWindow(Entry entry) {
        Instant since = time.instant().minus(RetryWindow.RETENTION);
        return created(entry).filter(created -> created.isBefore(since)).isEmpty();
    }

    /** Whether the row has more records of retries of this first attempt than the versions held. */
    private boolean mayLackARetry(Row held) {
        long seen =
                held.log().stream()
                        .map(entry -> entry.value().op())
                        .filter(this::isOfRetry)
                        .count();
        return held.retries().count(this::isOfRetry) > seen
                || held.retries().mayLack(operation.sentAt());
    }

    /**
     * Whether a record is of a retry of this attempt, or of its refusal: only a retry has an equal
     * or later date.
     */
    boolean isOfRetry(OpId op) {
        return op.isOfRetry()
                && op.signingDate().filter(date -> !date.isBefore(operation.sentAt())).isPresent()
                && (op.isRenamed(operation.id()) || op.equals(operation.id().refusal()));
    }

    /**
     * Whether a version was created after the signature, by the gateway's and the client's clock.
     */
    boolean wasWrittenAfterRequest(Entry entry) {
        return created(entry)
                .filter(
                        created ->
                                !created.minus(TIMESTAMP_GRANULARITY).isBefore(operation.sentAt()))
                .isPresent();
    }

    private Optional<Instant> created(Entry entry) {
        return key.holdsRecords() ? Optional.empty() : CreationTime.of(entry);
    }
}
