package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;

import java.util.List;
import java.util.Optional;

/**
 * Reads chosen versions that a row at hand does not show. Any data center may serve them, since a
 * chosen version never changes: one is asked first, the others when it is late, fails, or does not
 * have them.
 */
public final class HistoryReader {
    private final MetadataGroup group;
    private final CommitSettings settings;

    public HistoryReader(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /**
     * Returns {@code known} with a page of older versions before those it holds, itself if it holds
     * all; empty if nobody who answers in time has them.
     */
    public Optional<Row> extend(ObjectKey key, Row known) {
        if (known.firstHeld() <= 1) {
            return Optional.of(known);
        }
        long last = known.firstHeld() - 1;
        return read(new Range(key, 1, last, Kept.NEWEST), known.generation(), group.nearest())
                .map(known::precededBy);
    }

    /**
     * Returns a chosen version; empty if nobody who answers in time has it.
     *
     * @param first who is asked first
     */
    public Optional<Entry> version(ObjectKey key, long generation, long version, DcName first) {
        return read(new Range(key, version, version, Kept.OLDEST), generation, first)
                .map(List::getFirst);
    }

    /** Reads versions from the end of the range that is kept on; not empty if present. */
    private Optional<List<Entry>> read(Range range, long generation, DcName first) {
        Time time = group.surroundings().time();
        Deadline end = time.after(settings.phaseTimeout());
        return group.firstAnswer(
                        first,
                        replica -> replica.history(range),
                        history -> covers(history, range, generation),
                        settings.hedgeEnd(time, end),
                        end)
                .map(answered -> answered.answer().entries());
    }

    /** Tells whether {@code history} has the kept end of {@code range}, and of the right row. */
    static boolean covers(History history, Range range, long generation) {
        List<Entry> entries = history.entries();
        return history.generation() == generation
                && !entries.isEmpty()
                && entries.getFirst().version() >= range.from()
                && entries.getLast().version() <= range.to()
                && switch (range.kept()) {
                    case OLDEST -> entries.getFirst().version() == range.from();
                    case NEWEST -> entries.getLast().version() == range.to();
                };
    }
}
