package io.giza.gc.event;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.notification.EventRecord;
import io.giza.notification.EventRecordCodec;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.worker.Retry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a worker knows of a row of events: which of its versions it has read, and which of those are
 * still to be told. A worker that starts anew tells again what the row still holds. Of one task at
 * a time.
 */
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final ObjectKey key;
    private final String webhook;
    private final SortedMap<Long, PendingEvent> pending = new TreeMap<>();
    private long generation;
    private long readUpTo;
    private long chosen;
    private Ticks changed;
    private Retry removal;
    private boolean isGone;

    Lane(ObjectKey key, Surroundings surroundings) {
        this.key = key;
        this.webhook = webhookOf(key);
        this.removal = Retry.now(surroundings);
        this.changed = surroundings.time().ticks();
    }

    private static String webhookOf(ObjectKey key) {
        String rest = key.name().substring(ObjectKey.EVENTS.length());
        return rest.substring(0, Math.max(0, rest.indexOf('/')));
    }

    ObjectKey key() {
        return key;
    }

    String webhook() {
        return webhook;
    }

    SortedMap<Long, PendingEvent> pending() {
        return pending;
    }

    /** Returns how many events may be left. */
    long size() {
        return pending.size() + chosen - readUpTo;
    }

    /** Returns the first version that was not read yet, if the row has one. */
    Optional<Long> nextToRead() {
        return readUpTo < chosen ? Optional.of(readUpTo + 1) : Optional.empty();
    }

    long chosen() {
        return chosen;
    }

    long generation() {
        return generation;
    }

    /** Takes over how far the row is. What a removed row held was told before. */
    void update(Row row, Surroundings surroundings) {
        if (row.generation() != generation) {
            generation = row.generation();
            readUpTo = 0;
            pending.clear();
        }
        if (row.chosen() != chosen) {
            chosen = row.chosen();
            changed = surroundings.time().ticks();
        }
        isGone = false;
    }

    /** Takes over versions, the first of which is the next to read. */
    void read(List<Entry> entries, Surroundings surroundings) {
        for (Entry entry : entries) {
            if (entry.version() == readUpTo + 1) {
                readUpTo = entry.version();
                event(entry)
                        .ifPresent(
                                event ->
                                        pending.put(
                                                entry.version(),
                                                new PendingEvent(
                                                        event,
                                                        surroundings
                                                                .time()
                                                                .after(LaneDelivery.GRACE),
                                                        Optional.empty(),
                                                        Retry.now(surroundings))));
            }
        }
    }

    private Optional<EventRecord> event(Entry entry) {
        if (entry.value().kind() != Value.Kind.PUT) {
            return Optional.empty();
        }
        try {
            return Optional.of(EventRecordCodec.decode(entry.value()));
        } catch (FormatException e) {
            LOG.atError().setCause(e).addKeyValue("row", key.name()).log("An event is lost");
            return Optional.empty();
        }
    }

    /** Tells whether all that the row holds is told, and nobody added to it for a while. */
    boolean mayBeRemoved(Duration quiet, Surroundings surroundings) {
        return pending.isEmpty()
                && readUpTo == chosen
                && removal.isDue(surroundings)
                && changed.elapsed(surroundings.time()).compareTo(quiet) >= 0;
    }

    /** Tells whether a state of the row holds nothing but what was told. */
    boolean isTold(Row row) {
        return row.generation() == generation
                && pending.isEmpty()
                && row.log().stream()
                        .filter(entry -> entry.version() > readUpTo)
                        .noneMatch(entry -> entry.value().kind() == Value.Kind.PUT);
    }

    void noteRemovalFailed(Surroundings surroundings) {
        removal = removal.afterFailure(surroundings);
    }

    void noteRemoved() {
        isGone = true;
    }

    /** Tells whether nothing of the row was left when it was looked at last. */
    boolean isGone() {
        return isGone;
    }
}
