package io.giza.paxos;

import io.giza.model.OpId;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The records of retries in the log of a row, by their identities. A first attempt whose retry is
 * not among them is not late, however long the log is. Two rows that know the same versions may
 * have different lists; each is right.
 *
 * @param records the records with the latest dates, the earliest first
 * @param droppedUntil the latest date of a record that is not in the list any more
 */
public record Retries(List<OpId> records, Instant droppedUntil) {
    /** No retry wrote a record. */
    public static final Retries NONE = new Retries(List.of(), Instant.EPOCH);

    static final int CAPACITY = 64;

    /** Gateways accept a signature for 15 minutes around its date. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final Comparator<OpId> BY_DATE = Comparator.comparing(Retries::date);

    public Retries {
        records = List.copyOf(records);
        if (records.size() > CAPACITY || !records.stream().allMatch(OpId::isOfRetry)) {
            throw new IllegalArgumentException("not a list of retries: " + records);
        }
    }

    /** Returns the list after a version was appended. */
    Retries after(Entry entry) {
        OpId op = entry.value().op();
        if (!op.isOfRetry()) {
            return this;
        }
        List<OpId> kept = new ArrayList<>(records);
        kept.add(op);
        kept.sort(BY_DATE);
        Instant until = droppedUntil;
        Instant oldest = date(kept.getLast()).minus(KEPT);
        while (kept.size() > CAPACITY || date(kept.getFirst()).isBefore(oldest)) {
            Instant dropped = date(kept.removeFirst());
            until = dropped.isAfter(until) ? dropped : until;
        }
        return new Retries(kept, until);
    }

    /** Whether the log may hold records of retries that are not listed, with that date or later. */
    public boolean mayLack(Instant date) {
        return !droppedUntil.isBefore(date);
    }

    /** Returns how many of the records match. */
    public long count(Predicate<OpId> matcher) {
        return records.stream().filter(matcher).count();
    }

    private static Instant date(OpId op) {
        return op.signingDate().orElseThrow();
    }
}
