package io.giza.record;

import io.giza.paxos.Entry;

import java.util.ArrayList;
import java.util.List;

/**
 * Chosen versions of a row that were moved out of its head.
 *
 * @param entries the versions, at least one, ascending and contiguous
 */
public record Segment(List<Entry> entries) {
    public Segment {
        entries = List.copyOf(entries);
        if (entries.isEmpty()) {
            throw new IllegalStateException("a segment holds at least one version");
        }
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).version() != entries.getFirst().version() + i) {
                throw new IllegalStateException("a segment with gaps: " + entries);
            }
        }
    }

    /** Returns its first version. */
    public long first() {
        return entries.getFirst().version();
    }

    /** Returns its last version. */
    public long last() {
        return entries.getLast().version();
    }

    /** Returns those of its versions that lie between the two given ones, both included. */
    public List<Entry> between(long from, long to) {
        return entries.stream()
                .filter(entry -> entry.version() >= from && entry.version() <= to)
                .toList();
    }

    /** Returns this segment with what {@code known} says of the data of its versions. */
    public Segment resolvedBy(List<Entry> known) {
        List<Entry> changed = new ArrayList<>(entries);
        for (Entry each : known) {
            long index = each.version() - first();
            if (index >= 0 && index < changed.size()) {
                changed.set((int) index, changed.get((int) index).resolvedBy(each));
            }
        }
        return new Segment(changed);
    }

    /** Returns this segment without the body of {@code version}, if it holds that. */
    public Segment truncated(long version) {
        List<Entry> changed = new ArrayList<>(entries);
        changed.replaceAll(entry -> entry.version() == version ? entry.truncated() : entry);
        return new Segment(changed);
    }

    /**
     * Returns all that this segment and {@code other}, which begins with the same version, know.
     *
     * @throws IllegalStateException if they contradict each other
     */
    public Segment union(Segment other) {
        if (other.first() != first()) {
            throw new IllegalStateException("segments that begin apart: " + this + ", " + other);
        }
        return entries.size() >= other.entries.size()
                ? resolvedBy(other.entries)
                : other.resolvedBy(entries);
    }

    /** Tells whether it holds the same attempt as its first version as {@code other} does. */
    public boolean startsWithSameValueAs(Segment other) {
        return entries.getFirst().value().isSame(other.entries.getFirst().value());
    }
}
