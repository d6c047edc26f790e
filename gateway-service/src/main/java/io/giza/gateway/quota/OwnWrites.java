package io.giza.gateway.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What this gateway stored in one bucket lately, in order of time. What a sweep may have seen is
 * forgotten once its sum is known. Not for several threads at once.
 */
final class OwnWrites {
    /** Writes within this are forgotten together. */
    private static final Duration SLOT = Duration.ofSeconds(1);

    /** More slots than these become half as many, each for twice the time. */
    private static final int MOST_SLOTS = 600;

    private Deque<Slot> slots = new ArrayDeque<>();

    /** What was stored within a while. */
    private record Slot(Instant first, Instant last, long bytes, long objects) {
        Slot with(Slot later) {
            return new Slot(
                    first,
                    last.isAfter(later.last) ? last : later.last,
                    bytes + later.bytes,
                    objects + later.objects);
        }
    }

    /**
     * Adds what was stored.
     *
     * @param at when it was; a clock that was set back does no harm
     */
    void add(Instant at, long bytes, long objects) {
        Slot added = new Slot(at, at, bytes, objects);
        Slot newest = slots.peekLast();
        if (newest != null && at.isBefore(newest.first.plus(SLOT))) {
            slots.removeLast();
            added = newest.with(added);
        }
        slots.addLast(added);
        if (slots.size() > MOST_SLOTS) {
            halve();
        }
    }

    private void halve() {
        Deque<Slot> fewer = new ArrayDeque<>();
        while (!slots.isEmpty()) {
            Slot slot = slots.removeFirst();
            Slot next = slots.pollFirst();
            fewer.addLast(next == null ? slot : slot.with(next));
        }
        slots = fewer;
    }

    /** What was forgotten, or is left. */
    record Stored(long bytes, long objects) {}

    /** Forgets what was all stored before a time, and returns how much that was. */
    Stored forgetBefore(Instant time) {
        long bytes = 0;
        long objects = 0;
        for (Slot oldest = slots.peekFirst();
                oldest != null && oldest.last.isBefore(time);
                oldest = slots.peekFirst()) {
            bytes += oldest.bytes;
            objects += oldest.objects;
            slots.removeFirst();
        }
        return new Stored(bytes, objects);
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }
}
