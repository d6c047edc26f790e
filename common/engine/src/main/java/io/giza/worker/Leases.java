package io.giza.worker;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.lease.LeaseRecord;
import io.giza.record.lease.LeaseRecord.Progress;
import io.giza.record.lease.LeaseRecordCodec;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The leases of one worker: rows of the system key space, agreed like everything else. A lease is
 * free once its row has not changed for its whole term by the clock of whoever wants it, so clocks
 * are never compared. Two workers may do the same work at the same time, at a takeover for example,
 * and what they do must bear it.
 *
 * <p>Used by one task.
 */
public final class Leases {
    /** Rows grow by a version with each renewal and begin again when they are that long. */
    private static final long LONGEST_LOG = 500;

    private static final String PREFIX = "lease/";

    private final MetadataPath path;
    private final RowRemoval removal;
    private final Surroundings surroundings;
    private final String holder;
    private final Duration term;
    private final Duration patience;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Map<String, Progress> progress = new HashMap<>();

    /** Whose work something is. */
    public enum Hold {
        /** This worker's, until the term has passed. */
        HELD,
        /** Another worker's, as a quorum knows. */
        ELSEWHERE,
        /** That cannot be told now, since no quorum answers or several want it at once. */
        UNKNOWN
    }

    /** The state of a lease's row, and since when it is known. */
    private record Seen(long generation, long version, Ticks since) {}

    /**
     * Makes the leases of a worker, which holds none yet.
     *
     * @param worker the worker's name in its data center; another one after each start
     * @param term how long a lease lasts that is not renewed
     * @param patience how long reading or writing a lease may take
     */
    public Leases(
            MetadataPath path,
            RowRemoval removal,
            String worker,
            Duration term,
            Duration patience) {
        this.path = path;
        this.removal = removal;
        this.surroundings = path.group().surroundings();
        this.holder = path.group().home() + "/" + worker;
        this.term = term;
        this.patience = patience;
    }

    /**
     * Takes or renews a lease if it can be had now. To be called about as often as a third of the
     * term, or more often.
     *
     * @param preferred whether workers of this data center should have it rather than others: then
     *     it is taken from one of another
     * @return whose the work is
     */
    public Hold hold(String name, boolean preferred) {
        Deadline deadline = surroundings.time().after(patience);
        ObjectKey key = new ObjectKey(BucketId.SYSTEM, PREFIX + name);
        if (!(path.reader().read(key, deadline) instanceof VersionReader.Latest latest)) {
            return Hold.UNKNOWN;
        }
        Row row = latest.row();
        Optional<LeaseRecord> newest = newest(row);
        boolean mine = newest.filter(this::isMine).isPresent();
        if (!mine) {
            newest.ifPresent(lease -> progress.put(name, lease.progress()));
        }
        Duration unchanged = unchanged(name, row);
        if (mine && unchanged.compareTo(term.dividedBy(3)) < 0) {
            return Hold.HELD;
        }
        boolean free =
                newest.filter(lease -> !lease.released()).isEmpty()
                        || unchanged.compareTo(term) > 0;
        boolean mayTake = preferred && newest.filter(this::isOfThisDc).isEmpty();
        if (!mine && !free && !mayTake) {
            return Hold.ELSEWHERE;
        }
        // That takes all data centers; while one is away the log grows on.
        if (row.chosen() > LONGEST_LOG
                && removal.remove(key, _ -> true, deadline) instanceof RowRemoval.Removed) {
            return Hold.UNKNOWN;
        }
        return write(name, key, row, false, deadline) ? Hold.HELD : Hold.UNKNOWN;
    }

    /** Tells whether somebody took or renewed a lease after a time, as far as was seen here. */
    public boolean wasRenewedSince(String name, Ticks time) {
        Seen state = seen.get(name);
        return state != null && state.since().isAfter(time);
    }

    /** Returns how far the work is, as its lease said when it was taken or renewed last. */
    public Progress progress(String name) {
        return progress.getOrDefault(name, Progress.NONE);
    }

    /** Notes how far the work is, for the next time that the lease is renewed or released. */
    public void recordProgress(String name, Progress now) {
        progress.put(name, now);
    }

    /** Writes what was noted, if this worker holds the lease. */
    public void renew(String name) {
        writeIfMine(name, false);
    }

    /** Gives a lease back if this worker holds it. */
    public void release(String name) {
        writeIfMine(name, true);
    }

    private void writeIfMine(String name, boolean released) {
        Deadline deadline = surroundings.time().after(patience);
        ObjectKey key = new ObjectKey(BucketId.SYSTEM, PREFIX + name);
        if (path.reader().read(key, deadline) instanceof VersionReader.Latest latest
                && newest(latest.row()).filter(this::isMine).isPresent()) {
            write(name, key, latest.row(), released, deadline);
        }
    }

    private boolean isOfThisDc(LeaseRecord lease) {
        return lease.holder().startsWith(path.group().home() + "/");
    }

    private boolean isMine(LeaseRecord lease) {
        return lease.holder().equals(holder) && !lease.released();
    }

    private static Optional<LeaseRecord> newest(Row row) {
        return Fold.newestHint(row).map(Leases::record);
    }

    /** One that cannot be read is somebody's, and free after its term. */
    private static LeaseRecord record(Entry entry) {
        try {
            return LeaseRecordCodec.decode(entry.value());
        } catch (FormatException e) {
            return new LeaseRecord("", false, Progress.NONE);
        }
    }

    private Duration unchanged(String name, Row row) {
        Ticks now = surroundings.time().ticks();
        Seen before = seen.get(name);
        if (before == null
                || before.version() != row.chosen()
                || before.generation() != row.generation()) {
            before = new Seen(row.generation(), row.chosen(), now);
            seen.put(name, before);
        }
        return before.since().until(now);
    }

    private boolean write(
            String name, ObjectKey key, Row row, boolean released, Deadline deadline) {
        var random = surroundings.random();
        Value value =
                new Value(
                        LeaseRecordCodec.FORMAT,
                        PutId.random(random),
                        row.fence(),
                        OpId.random(random),
                        new Command.Put(
                                Mode.UNVERSIONED,
                                LeaseRecordCodec.encode(
                                        new LeaseRecord(holder, released, progress(name)))));
        if (!(path.committer().append(key, Draft.after(row, value), row, null, deadline)
                instanceof CommitResult.Committed committed)) {
            return false;
        }
        seen.put(
                name, new Seen(row.generation(), committed.version(), surroundings.time().ticks()));
        return true;
    }
}
