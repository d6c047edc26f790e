package io.giza.gateway.cluster;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Row;
import io.giza.version.Abandonment;
import io.giza.version.VersionAccess;
import io.giza.version.VisibleRecord;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this gateway has decided of puts that were chosen and that no row calls visible. Of the many
 * operations that meet the same one, one decides; and what can be decided only once its put must be
 * over is settled half a minute later, in the background.
 *
 * <p>All of this is soft state: what is lost with the gateway, the next read or a cleaner settles.
 */
public final class VersionOutcomes {
    /** How long a put is left to its gateway after it was first met, and between two tries. */
    static final Duration SETTLED_AFTER = Duration.ofSeconds(30);

    /** How often it is tried; what is out of reach so long, the next read or a cleaner meets. */
    private static final int TRIES = 3;

    /** How many versions wait at most, each in a task that sleeps. */
    private static final int MAX_WAITING = 4096;

    /** How many are settled at once. */
    private static final int MAX_CONCURRENT = 8;

    private final VersionAccess access;
    private final RequestSettings settings;
    private final VisibleRecord records;
    private final Abandonment abandonment;
    private final Inbox<Permit> permits;
    private final Set<Version> waiting = ConcurrentHashMap.newKeySet();
    private final Set<Version> deciding = ConcurrentHashMap.newKeySet();

    /**
     * Begins without any.
     *
     * @param writeFormat the format of the records that are decided
     */
    VersionOutcomes(VersionAccess access, RequestSettings settings, int writeFormat) {
        this.access = access;
        this.settings = settings;
        this.records = new VisibleRecord(access);
        this.abandonment = new Abandonment(access, writeFormat);
        this.permits = access.surroundings().tasks().inbox(MAX_CONCURRENT);
        for (int i = 0; i < MAX_CONCURRENT; i++) {
            permits.put(new Permit());
        }
    }

    private record Version(ObjectKey key, VersionId id) {}

    /** The right to settle one version now. */
    private record Permit() {}

    /**
     * Has a record say that a version is visible, and waits while another operation is at it.
     *
     * @param start a row of the key to start from, fresh or not
     * @param id a version whose data was seen to decode
     */
    public VisibleRecord.Outcome decideVisible(ObjectKey key, Row start, VersionId id) {
        Version version = new Version(key, id);
        Deadline deadline = access.after(settings.commit());
        Row row = start;
        while (true) {
            VisibleRecord.Outcome outcome = decideVisible(version, row);
            if (!(outcome instanceof VisibleRecord.Undecided)
                    || deadline.hasPassed(access.surroundings().time())) {
                return outcome;
            }
            access.surroundings().time().sleep(settings.poll());
            if (!deciding.contains(version)) {
                // Most find that it was decided, without taking turns for that.
                Row now = access.latest(key).orElse(row);
                Optional<VisibleRecord.Outcome> known = records.existingOutcome(key, now, id);
                if (known.isPresent()) {
                    return known.get();
                }
                row = now;
            }
        }
    }

    private VisibleRecord.Outcome decideVisible(Version version, Row row) {
        if (!deciding.add(version)) {
            return new VisibleRecord.Undecided("it is being decided whether it is visible");
        }
        try {
            return records.decide(version.key(), row, version.id());
        } finally {
            deciding.remove(version);
        }
    }

    /** Has a version settled later, unless very many wait for that. */
    public void settleLater(ObjectKey key, VersionId id) {
        Version version = new Version(key, id);
        if (waiting.size() >= MAX_WAITING || !waiting.add(version)) {
            return;
        }
        Surroundings surroundings = access.surroundings();
        // No operation waits for these calls, so they are none of its round trips.
        Trace.detached(() -> surroundings.tasks().fork("settle", () -> settle(version)));
    }

    private void settle(Version version) {
        try {
            boolean settled = false;
            for (int tries = 0; tries < TRIES && !settled; tries++) {
                access.surroundings().time().sleep(SETTLED_AFTER);
                settled = isSettled(version);
            }
        } finally {
            waiting.remove(version);
        }
    }

    private boolean isSettled(Version version) {
        Optional<Permit> permit = permits.take(access.after(SETTLED_AFTER));
        if (permit.isEmpty()) {
            return false;
        }
        try {
            return settle(version.key(), version.id());
        } finally {
            permits.put(permit.get());
        }
    }

    /**
     * Settles the fate of a put whose gateway must be dead by its age, as garbage collection does.
     *
     * @return whether it is settled now
     */
    public boolean settle(ObjectKey key, VersionId id) {
        return switch (abandonment.settle(key, id)) {
            case Abandonment.Visible _,
                    Abandonment.Deleted _,
                    Abandonment.Lost _,
                    Abandonment.NotApplicable _ ->
                    true;
            case Abandonment.Undecided _ -> false;
        };
    }
}
