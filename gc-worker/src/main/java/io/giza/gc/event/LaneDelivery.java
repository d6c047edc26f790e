package io.giza.gc.event;

import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gc.event.EventListener.Outcome;
import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.ReplicaException;
import io.giza.version.SharedClock;
import io.giza.version.VersionAccess;
import io.giza.worker.Retry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells webhooks what a row of events holds: of each, the object's row is asked whether it
 * happened, and what did is sent until the webhook takes it. A row of which all is told is removed.
 *
 * <p>What did not happen is dropped only once this worker has had it for {@link #GRACE} and looked
 * again since: no gateway acknowledges a change whose note is nearly as old.
 */
public final class LaneDelivery {
    /** Longer by far than a note is good for an acknowledgement. */
    public static final Duration GRACE = Duration.ofMinutes(15);

    /** How long nobody adds to a row before it is removed. */
    static final Duration QUIET = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(LaneDelivery.class);

    /** Events of a row that are held in memory. */
    private static final int WINDOW = 256;

    private final VersionAccess access;
    private final EventEvidence evidence;
    private final RowRemoval removal;
    private final SharedClock clock;
    private final EventSender sender;
    private final EventListener listener;
    private final Duration keepFor;
    private final Map<String, Retry> pauses = new ConcurrentHashMap<>();

    /**
     * Wires it.
     *
     * @param keepFor how long an event is tried to be sent
     */
    public LaneDelivery(
            VersionAccess access,
            RowRemoval removal,
            EventSender sender,
            EventListener listener,
            Duration keepFor) {
        this.access = access;
        this.evidence = new EventEvidence(access);
        this.removal = removal;
        this.clock = new SharedClock(access);
        this.sender = sender;
        this.listener = listener;
        this.keepFor = keepFor;
    }

    private Surroundings surroundings() {
        return access.surroundings();
    }

    /** Does what can be done about a row until the deadline. */
    void deliver(Lane lane, Deadline end) {
        Optional<Row> latest = access.latest(lane.key()).map(Row::orNextGeneration);
        if (latest.isEmpty()) {
            return;
        }
        lane.update(latest.get(), surroundings());
        read(lane, latest.get());
        for (var each : new TreeMap<>(lane.pending()).entrySet()) {
            if (each.getValue().next().isDue(surroundings())
                    && !end.hasPassed(surroundings().time())) {
                advance(lane, each.getKey(), each.getValue());
            }
        }
        if (lane.mayBeRemoved(QUIET, surroundings())) {
            remove(lane);
        }
    }

    private void read(Lane lane, Row row) {
        while (lane.nextToRead().isPresent() && lane.pending().size() < WINDOW) {
            long next = lane.nextToRead().get();
            List<Entry> entries = row.firstHeld() <= next ? row.from(next) : older(lane, next);
            if (entries.isEmpty()) {
                return;
            }
            lane.read(entries.subList(0, Math.min(entries.size(), WINDOW)), surroundings());
        }
    }

    /** Reads a page of versions that are chosen, from any data center that has them. */
    private List<Entry> older(Lane lane, long from) {
        Range range = new Range(lane.key(), from, lane.chosen(), Range.Kept.OLDEST);
        for (DcName dc : access.metadata().group().names().stream().sorted().toList()) {
            try {
                History page = access.metadata().group().call(dc, each -> each.history(range));
                if (page.generation() == lane.generation()
                        && !page.entries().isEmpty()
                        && page.entries().getFirst().version() == from) {
                    return page.entries();
                }
            } catch (ReplicaException e) {
                LOG.atDebug().addKeyValue("dc", dc).log("events are read elsewhere", e);
            }
        }
        return List.of();
    }

    private void advance(Lane lane, long version, PendingEvent seen) {
        if (isExpired(seen)) {
            end(lane, version, Outcome.EXPIRED);
            return;
        }
        PendingEvent known = seen;
        if (known.message().isEmpty()) {
            switch (evidence.find(known.event())) {
                case EventEvidence.Happened what ->
                        known = known.withMessage(EventMessage.of(known.event(), what));
                case EventEvidence.Nothing _ -> {
                    end(lane, version, Outcome.DROPPED);
                    return;
                }
                case EventEvidence.NotYet _ -> {
                    waitOrDrop(lane, version, known);
                    return;
                }
                case EventEvidence.Unknown _ -> {
                    keep(lane, version, known);
                    return;
                }
            }
        }
        send(lane, version, known);
    }

    private void waitOrDrop(Lane lane, long version, PendingEvent event) {
        if (event.graceEnd().hasPassed(surroundings().time())) {
            end(lane, version, Outcome.DROPPED);
        } else {
            keep(lane, version, event);
        }
    }

    private void keep(Lane lane, long version, PendingEvent event) {
        lane.pending().put(version, event.at(event.next().afterFailure(surroundings())));
    }

    private boolean isExpired(PendingEvent event) {
        Instant end = event.event().time().plus(keepFor);
        return clock.isOver(end, access.after(access.timeouts().read())) == SharedClock.Past.OVER;
    }

    private void send(Lane lane, long version, PendingEvent event) {
        String webhook = lane.webhook();
        Retry pause = pauses.getOrDefault(webhook, Retry.now(surroundings()));
        if (!pause.isDue(surroundings())) {
            lane.pending().put(version, event);
            return;
        }
        switch (sender.send(webhook, event.message().orElseThrow())) {
            case EventSender.Taken _ -> {
                pauses.remove(webhook);
                end(lane, version, Outcome.SENT);
            }
            case EventSender.NotTaken(String detail) -> {
                pauses.put(webhook, pause.afterFailure(surroundings()));
                keep(lane, version, event);
                listener.count(webhook, Outcome.FAILED);
                if (pause.failures() == 0) {
                    LOG.atWarn()
                            .addKeyValue("webhook", webhook)
                            .log("Events are not taken, and are sent again: {}", detail);
                }
            }
        }
    }

    private void end(Lane lane, long version, Outcome outcome) {
        lane.pending().remove(version);
        listener.count(lane.webhook(), outcome);
    }

    private void remove(Lane lane) {
        var outcome =
                removal.remove(lane.key(), lane::isTold, access.after(access.timeouts().commit()));
        if (outcome instanceof RowRemoval.Removed) {
            lane.noteRemoved();
        } else {
            lane.noteRemovalFailed(surroundings());
        }
    }
}
