package io.giza.gateway.version;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.NoOps;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Looks for what an earlier attempt of a client's operation wrote into a row. Who proposes knows
 * all versions before the one proposed, so looking through those that are new since the last look
 * misses none.
 *
 * <p>Acceptors search the newest {@link Acceptor#OPERATION_WINDOW} versions. On a busy key these
 * are written within less than the pause before a retry, so a retry looks further back. So does a
 * first attempt that was late, or that took long: its retry may have been done meanwhile.
 */
public final class EarlierAttempts {
    private static final Unknown LATE =
            new Unknown("another attempt of this request came before this one");

    private final Cluster cluster;
    private final ObjectKey key;
    private final ClientOperation operation;
    private final Row startRow;
    private final Predicate<Entry> isSame;
    private final SearchDepth depth;
    private long generation;
    private long searchedUpTo;

    /** What a look found. */
    public sealed interface Finding {}

    /**
     * No attempt wrote anything. Another operation with the same identity is no reason not to do
     * this one, under a new identity.
     */
    public record NotFound() implements Finding {}

    /**
     * An earlier attempt wrote what this one would.
     *
     * @param row a row that holds the version
     */
    public record SameWrite(long version, Row row) implements Finding {
        /** Returns what was written. */
        public Entry entry() {
            return row.entry(version).orElseThrow();
        }
    }

    /**
     * Nobody knows whether an attempt wrote what this one would.
     *
     * @param detail why not, in words
     */
    public record Unknown(String detail) implements Finding {}

    /**
     * Makes ready to look, for an attempt that begins now.
     *
     * @param startRow the row as it was when this attempt began, as far as it is known
     * @param isSame tells whether what carries the operation's identity is what this attempt writes
     */
    public EarlierAttempts(
            Cluster cluster,
            ObjectKey key,
            ClientOperation operation,
            Row startRow,
            Predicate<Entry> isSame) {
        this.cluster = cluster;
        this.key = key;
        this.operation = operation;
        this.startRow = startRow;
        this.isSame = isSame;
        this.depth = new SearchDepth(key, operation, startRow, cluster.surroundings().time());
    }

    /** Whether it may succeed without a record if another put overwrites it at once. */
    public boolean mayBeLeftOut() {
        return operation.mayBeLeftOut();
    }

    /** Whether the client signed an attempt number above 1. */
    public boolean isRetry() {
        return operation.isRetry();
    }

    /** Returns a {@link #refusalRecord(Row)} for the row of an object with that fence. */
    public Optional<Value> refusalRecord(long fence) {
        return refusal(() -> Value.noOp(cluster.surroundings().random(), fence, fence));
    }

    /**
     * Returns the record that this attempt was refused, or changed nothing, for a first attempt
     * that arrives later. Empty for a first attempt.
     *
     * @param row the row that it is offered after
     */
    public Optional<Value> refusalRecord(Row row) {
        return refusal(() -> NoOps.after(key, row, cluster.surroundings().random()));
    }

    private Optional<Value> refusal(Supplier<Value> noOp) {
        return isDated() && operation.isRetry()
                ? Optional.of(
                        noOp.get()
                                .withOp(
                                        operation
                                                .id()
                                                .refusal()
                                                .ofAttempt(operation.sentAt(), true)))
                : Optional.empty();
    }

    /** Whether records hold the date of their attempt. */
    private boolean isDated() {
        return cluster.isOperated().getAsBoolean() && !operation.sentAt().equals(Instant.MAX);
    }

    /** Whether a row holds the record that a later attempt was refused, or changed nothing. */
    public boolean wasRefused(Row held) {
        return Fold.findOperation(held, operation.id().refusal(), held.firstHeld())
                .filter(
                        entry ->
                                operation.isRetry()
                                        ? isOfLaterAttempt(entry)
                                        : isLateFor(entry, held))
                .isPresent();
    }

    /** Whether a record of this operation is of an attempt that was signed after this retry. */
    public boolean isOfLaterAttempt(Entry entry) {
        return entry.value()
                .op()
                .signingDate()
                .filter(date -> date.isAfter(operation.sentAt()))
                .isPresent();
    }

    /**
     * Looks through the versions of {@code row} that were not looked at yet. Of an attempt that its
     * client gave up nothing is known: another gateway may have served the same request since.
     */
    public Finding search(Row row) {
        if (operation.abandoned().getAsBoolean()) {
            return new Unknown("the client gave up while this gateway stood still");
        }
        Row held = row;
        while (needsOlderVersions(held)) {
            if (depth.isExhausted(held)) {
                return new Unknown("too much was written since another attempt may have come");
            }
            Optional<Row> longer = cluster.metadata().reader().withOlderPage(key, held);
            if (longer.isEmpty()) {
                return new Unknown("older versions cannot be read");
            }
            held = longer.get();
        }
        Finding finding = findIn(held);
        if (finding instanceof NotFound) {
            // Only if it found no record: every later look has to find the same.
            generation = row.generation();
            searchedUpTo = row.chosen();
        }
        return finding;
    }

    private Finding findIn(Row whole) {
        List<Entry> same =
                Fold.findOperations(whole, operation.recordId(), whole.firstHeld()).toList();
        for (Entry entry : same) {
            Optional<Finding> finding = classify(entry, whole);
            if (finding.isPresent()) {
                return finding.get();
            }
        }
        if (!same.isEmpty()) {
            operation.rename(cluster.surroundings().random());
        }
        if (wasRefused(whole)) {
            return new Unknown("another attempt of this request was refused before this one came");
        }
        return hasRenamedRetry(whole) ? LATE : new NotFound();
    }

    /** Whether a retry of this first attempt wrote its record beside that of a namesake. */
    private boolean hasRenamedRetry(Row held) {
        return !operation.isRetry()
                && held.log().stream()
                        .map(entry -> entry.value().op())
                        .filter(op -> !op.equals(operation.id()))
                        .anyMatch(depth::isOfRetry);
    }

    /**
     * Judges this attempt by a record with its identity; empty if the record is of another
     * operation with the same identity. A first attempt that finds the record of its retry is late:
     * applying it now would undo later writes. The retry may have written something else, if
     * defaults of the bucket changed in between.
     */
    private Optional<Finding> classify(Entry earlier, Row held) {
        boolean isOwnName = operation.isRenamed();
        if (!isOwnName && !operation.mayBeRepeated()) {
            if (depth.isOfRetry(earlier.value().op())) {
                return Optional.of(LATE);
            }
            if (!isLateFor(earlier, held)) {
                return Optional.empty();
            }
        }
        if (earlier.isTruncated()) {
            return Optional.of(new Unknown("what an earlier attempt wrote is gone already"));
        }
        if (!isOwnName && !isRepeat(earlier)) {
            return Optional.empty();
        }
        return Optional.of(
                isOwnName || operation.mayBeRepeated()
                        ? new SameWrite(earlier.version(), held)
                        : LATE);
    }

    /** Tells whether a version was in the row when this attempt began, or voted for there. */
    private boolean wasPresentAtStart(Entry entry, Row held) {
        boolean wasChosen = entry.version() <= startRow.chosen();
        Vote vote = startRow.open().vote();
        return startRow.generation() == held.generation()
                && (wasChosen || (vote != null && vote.value().isSame(entry.value())));
    }

    /**
     * Whether a record with the identity of this first attempt is of its own retry: it was appended
     * during this attempt, or a retry with an equal or later date wrote it. A suspended gateway, or
     * a full socket, delays a first attempt beyond its retry.
     */
    private boolean isLateFor(Entry entry, Row held) {
        OpId other = entry.value().op();
        return depth.isOfRetry(other)
                || !wasPresentAtStart(entry, held)
                || (other.signingDate().isEmpty() && depth.wasWrittenAfterRequest(entry));
    }

    /** Returns the identity that this attempt's record carries, after a search. */
    public OpId recordIdentity() {
        return ofAttempt(operation.recordId());
    }

    /** Returns the identity of a further record of this attempt. */
    public OpId newIdentity() {
        return ofAttempt(operation.renamed(cluster.surroundings().random()));
    }

    private OpId ofAttempt(OpId identity) {
        return isDated() ? identity.ofAttempt(operation.sentAt(), operation.isRetry()) : identity;
    }

    /** Tells whether {@code version} of {@code row} is what this attempt would write. */
    public boolean isSame(Row row, long version) {
        return operation.mayBeRepeated() && row.entry(version).filter(this::isRepeat).isPresent();
    }

    private boolean isRepeat(Entry entry) {
        return cluster.versions().rules().isRepeat(isSame.test(entry));
    }

    private boolean needsOlderVersions(Row held) {
        long searched = held.generation() == generation ? searchedUpTo : 0;
        return held.firstHeld() > searched + 1 && depth.needsOlderVersions(held);
    }
}
