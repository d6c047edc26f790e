package io.giza.commit.group;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;
import io.giza.replica.ReplicaException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tells an acceptor the versions that it lacks, in messages of bounded size, and no more than so
 * many at once: what is left is for the next one who meets it, so that nobody's put waits for a
 * data center that was away for long.
 */
public final class CatchUp {
    private static final int MAX_CHUNKS = 16;

    private final MetadataGroup group;
    private final ObjectKey key;
    private final Row known;

    /**
     * Prepares to tell what leads up to {@code known}.
     *
     * @param known a row, at least with the newest part of its log
     */
    public CatchUp(MetadataGroup group, ObjectKey key, Row known) {
        this.group = group;
        this.key = key;
        this.known = known;
    }

    /**
     * Tells {@code dc} all versions that it lacks but those that fit into one message.
     *
     * @param chosen the last version that {@code dc} knows
     * @return the versions left to be told, ascending, contiguous, ending with the last of {@code
     *     known}
     * @throws ReplicaException if it, or everybody who has the versions, fails, or too many are
     *     missing; those that it learned stay learned
     */
    public List<Entry> catchUp(DcName dc, long chosen) throws ReplicaException {
        long next = chosen + 1;
        for (int chunk = 0; chunk < MAX_CHUNKS; chunk++) {
            List<Entry> entries =
                    next >= known.firstHeld() ? page(known.from(next)) : read(dc, next);
            boolean last = entries.isEmpty() || entries.getLast().version() == known.chosen();
            if (last) {
                return entries;
            }
            Request commit = new Request.Commit(group.epoch(), known.generation(), entries);
            Row updated = group.send(dc, new Message(key, commit, null)).reply().row();
            if (updated.generation() != known.generation() || updated.chosen() < next) {
                throw failure(dc, "version " + next + " of " + key + " is told in vain");
            }
            next = updated.chosen() + 1;
        }
        throw failure(dc, "too far behind: version " + next + " of " + key + " is still to come");
    }

    /** Reads a page of versions from whoever has them, {@code dc} itself aside. */
    private List<Entry> read(DcName dc, long next) throws ReplicaException {
        Range range = new Range(key, next, known.firstHeld() - 1, Kept.OLDEST);
        ReplicaException failed = failure(dc, "nobody has version " + next + " of " + key);
        for (DcName source : sources(dc)) {
            try {
                History history = group.call(source, replica -> replica.history(range));
                if (HistoryReader.covers(history, range, known.generation())) {
                    return history.entries();
                }
            } catch (ReplicaException e) {
                failed = e;
            }
        }
        throw failed;
    }

    private List<DcName> sources(DcName laggard) {
        List<DcName> sources = new ArrayList<>(group.names());
        sources.remove(laggard);
        sources.sort(
                Comparator.comparing((DcName dc) -> group.suspicion().isSuspect(dc))
                        .thenComparing(dc -> !dc.equals(group.nearest())));
        return sources;
    }

    /** Returns as many entries from the first on as fit into one message. */
    static List<Entry> page(List<Entry> entries) {
        long bytes = 0;
        int count = 0;
        for (Entry entry : entries) {
            bytes += entry.bytes();
            boolean full =
                    bytes > MetadataReplica.MAX_HISTORY_BYTES
                            || count == MetadataReplica.MAX_HISTORY_ENTRIES;
            if (full && count > 0) {
                break;
            }
            count++;
        }
        return entries.subList(0, count);
    }

    private static ReplicaException failure(DcName dc, String detail) {
        return new ReplicaException.Failed(dc, detail, null);
    }
}
