package io.giza.paxos;

import io.giza.model.Command;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One acceptor's row of one object (Giza, section 3.2): the prefix of versions that it knows to be
 * chosen, and the Paxos state of the one version after them. Only version {@code chosen + 1} is
 * ever open, because to vote at k + 1 an acceptor must know version k.
 *
 * @param epoch the highest topology epoch seen
 * @param generation the incarnation of the row; 0 for the first, and else what the REMOVE that
 *     ended the one before announced
 * @param fence a put whose base is below this is never voted for again
 * @param chosen the number of versions known to be chosen; 0 for an untouched row
 * @param log the newest of those versions, contiguous, ascending, ending with {@code chosen}; older
 *     ones are in segments ({@link StoredRow})
 * @param open the state of version {@code chosen + 1}
 * @param retries the records of retries among all chosen versions
 */
public record Row(
        long epoch,
        long generation,
        long fence,
        long chosen,
        List<Entry> log,
        Slot open,
        Retries retries) {
    /** A row that does not exist yet. */
    public static final Row ABSENT = new Row(0, 0, 0, 0, List.of(), Slot.UNTOUCHED);

    /** Makes a row in which no retry wrote a record. */
    public Row(long epoch, long generation, long fence, long chosen, List<Entry> log, Slot open) {
        this(epoch, generation, fence, chosen, log, open, Retries.NONE);
    }

    public Row {
        log = List.copyOf(log);
        if (chosen < log.size()) {
            throw new IllegalStateException("log of " + chosen + " is longer: " + log);
        }
        long expected = chosen - log.size() + 1;
        boolean records = false;
        for (Entry entry : log) {
            records |= isVisibleRecord(entry);
            if (entry.version() != expected++) {
                throw new IllegalStateException("log of " + chosen + " has gaps: " + log);
            }
        }
        log = records ? resolved(log) : log;
    }

    /**
     * A version that a record calls visible is so in every row that holds both, whatever the row
     * was told. There is such a record only where not all fragments were seen.
     */
    private static List<Entry> resolved(List<Entry> log) {
        List<Entry> changed = new ArrayList<>(log);
        for (Entry record : log) {
            if (record.value().command() instanceof Command.Visible visible) {
                long index = visible.version() - log.getFirst().version();
                if (index >= 0 && visible.version() < record.version()) {
                    Entry put = changed.get((int) index);
                    changed.set((int) index, put.resolvedBy(Resolution.DEGRADED));
                }
            }
        }
        return List.copyOf(changed);
    }

    private static boolean isVisibleRecord(Entry entry) {
        return entry.value().kind() == Value.Kind.VISIBLE;
    }

    /** Returns the entry of {@code version}, empty if this row does not hold it. */
    public Optional<Entry> entry(long version) {
        long index = version - (chosen - log.size() + 1);
        return index >= 0 && index < log.size()
                ? Optional.of(log.get((int) index))
                : Optional.empty();
    }

    /** Returns the entries from {@code version} on; fewer if this row does not hold them all. */
    public List<Entry> from(long version) {
        long index = Math.max(0, version - (chosen - log.size() + 1));
        return index >= log.size() ? List.of() : log.subList((int) index, log.size());
    }

    /** Returns the empty row of a generation: what a stub is, and what the first put finds. */
    public static Row empty(long epoch, long generation) {
        return new Row(epoch, generation, generation, 0, List.of(), Slot.UNTOUCHED);
    }

    /** Returns the last chosen version, empty if there is none. */
    public Optional<Entry> last() {
        return entry(chosen);
    }

    /** Tells whether the last version is DROP. */
    public boolean isEnded() {
        return last().filter(entry -> entry.value().kind() == Value.Kind.DROP).isPresent();
    }

    /** Returns this row, or the empty row of the next generation if it ended. */
    public Row orNextGeneration() {
        return isEnded() ? empty(epoch, fence) : this;
    }

    /**
     * Tells whether this row ends in the REMOVE that announced {@code generation}, so that whoever
     * uses that generation proves that DROP was chosen as the next version.
     */
    public boolean announcesGeneration(long generation) {
        return last().map(Entry::value)
                .filter(value -> value.command().equals(new Command.Remove(generation)))
                .isPresent();
    }

    /** Tells whether a request of {@code generation} may find the empty row in place of this. */
    boolean makesRoomFor(long generation) {
        return announcesGeneration(generation) || (isEnded() && fence == generation);
    }

    /** Tells whether nothing was ever learned, promised or voted here. */
    boolean isUntouched() {
        return generation == 0 && chosen == 0 && open.equals(Slot.UNTOUCHED);
    }

    /** Returns the first version that {@link #log} holds, {@code chosen + 1} if it holds none. */
    public long firstHeld() {
        return chosen - log.size() + 1;
    }

    /** Returns about how many bytes the versions here and the vote take where they are stored. */
    public long bytes() {
        Vote vote = open.vote();
        return log.stream().mapToLong(Entry::bytes).sum()
                + (vote == null ? 0 : vote.value().body().size());
    }

    /** Returns this row with no more than the entries from {@code version} on. */
    public Row since(long version) {
        return withLog(from(version));
    }

    /**
     * Returns this row with older versions than it holds.
     *
     * @param older versions up to the one before {@link #firstHeld}, ascending and contiguous
     */
    public Row precededBy(List<Entry> older) {
        List<Entry> longer = new ArrayList<>(older);
        longer.addAll(log);
        return withLog(longer);
    }

    /** Returns this row after learning that {@code value} is chosen as the next version. */
    public Row append(Value value) {
        return append(value, Resolution.UNRESOLVED);
    }

    /** Tells whether this row knows more versions than {@code other}, or a later generation. */
    public boolean isLaterThan(Row other) {
        return generation > other.generation
                || (generation == other.generation && chosen > other.chosen);
    }

    /** Tells whether this row knows the last version of {@code other}, or a vote for it. */
    public boolean holdsLastOf(Row other) {
        if (other.chosen() == 0) {
            return true;
        }
        if (generation != other.generation) {
            return false;
        }
        Vote vote = open.vote();
        boolean voted =
                vote != null
                        && chosen == other.chosen - 1
                        && other.last()
                                .filter(last -> vote.value().isSame(last.value()))
                                .isPresent();
        return voted || chosen >= other.chosen;
    }

    /** The same, where it is known what became of the version's data. */
    public Row append(Value value, Resolution resolution) {
        return learn(List.of(new Entry(chosen + 1, value, resolution)));
    }

    /**
     * Returns this row after learning {@code entries}, ascending and contiguous: those that come
     * next are appended, each closing the open instance; what they say of the data of versions
     * already here is taken over; those beyond a gap are left out.
     *
     * @throws IllegalStateException if an entry contradicts one that is here
     */
    public Row learn(List<Entry> entries) {
        Row row = this;
        for (Entry entry : entries) {
            if (entry.version() == row.chosen + 1) {
                row = row.appended(entry);
            } else if (entry.version() <= row.chosen) {
                row = row.resolve(entry);
            }
        }
        return row;
    }

    private Row appended(Entry entry) {
        if (isEnded()) {
            throw new IllegalStateException(entry + " comes after the end of " + this);
        }
        List<Entry> longer = new ArrayList<>(log);
        longer.add(entry);
        long newFence =
                switch (entry.value().command()) {
                    case Command.NoOp noOp -> Math.max(fence, noOp.fence());
                    case Command.Remove remove -> Math.max(fence, remove.generation());
                    case Command.NewVersion _,
                            Command.DeleteVersion _,
                            Command.Annotate _,
                            Command.Drop _,
                            Command.Visible _ ->
                            fence;
                };
        return new Row(
                epoch,
                generation,
                newFence,
                chosen + 1,
                longer,
                Slot.UNTOUCHED,
                retries.after(entry));
    }

    private Row resolve(Entry known) {
        Optional<Entry> held = entry(known.version());
        if (held.isEmpty()) {
            return this;
        }
        return resolve(known.version(), held.get().resolvedBy(known).resolution());
    }

    /** Returns this row with the data of {@code version} resolved, if it still was not. */
    Row resolve(long version, Resolution resolution) {
        Entry held = entry(version).orElseThrow();
        Entry better = held.resolvedBy(resolution);
        if (better.equals(held)) {
            return this;
        }
        List<Entry> changed = new ArrayList<>(log);
        changed.set((int) (version - firstHeld()), better);
        return withLog(changed);
    }

    /** Returns this row without the body of {@code version}, if it holds that. */
    Row truncated(long version) {
        List<Entry> changed = new ArrayList<>(log);
        changed.replaceAll(entry -> entry.version() == version ? entry.truncated() : entry);
        return withLog(changed);
    }

    Row withOpen(Slot slot) {
        return new Row(epoch, generation, fence, chosen, log, slot, retries);
    }

    /** Returns this row as it is written by a table that serves {@code newEpoch}. */
    public Row withEpoch(long newEpoch) {
        return newEpoch == epoch
                ? this
                : new Row(newEpoch, generation, fence, chosen, log, open, retries);
    }

    private Row withLog(List<Entry> other) {
        return new Row(epoch, generation, fence, chosen, other, open, retries);
    }
}
