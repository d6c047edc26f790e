package io.giza.gateway.spool;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The disk on which bytes wait for slow clients, so that these hold no memory. All clients of a
 * gateway share it by a {@link Budget}, in bytes.
 *
 * @param room what they share, null where there is no such disk
 * @param turns the bytes of slow bodies that are written at a time, null for no limit. Many slow
 *     bodies may become whole at once, and would delay fast clients
 * @param files makes files on it
 * @param time the clock
 * @param timeout how long a put waits for room at its stripes; at its first it is refused then
 */
public record Spool(
        @Nullable Budget room,
        @Nullable Budget turns,
        SpoolFile.Factory files,
        Time time,
        Duration timeout) {
    /** After this time a slow body is written without a turn. */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(20);

    /** Returns none: clients are waited for with what they hold. */
    public static Spool none(Time time) {
        return new Spool(
                null,
                null,
                () -> {
                    throw new IllegalStateException("there is no spool");
                },
                time,
                Duration.ZERO);
    }

    /** Tells whether there is one at all. */
    public boolean isThere() {
        return room != null;
    }

    /** A file, and its room; closing gives both back. */
    public record Entry(SpoolFile file, Budget.Share share) implements AutoCloseable {
        @Override
        public void close() {
            try {
                file.close();
            } finally {
                share.close();
            }
        }
    }

    /**
     * Opens a file with room for so many bytes.
     *
     * @param account whose client waits
     * @param deadline until when room is waited for
     * @return empty if there is none in time
     * @throws UncheckedIOException if the disk fails
     */
    public Optional<Entry> open(String account, long bytes, Deadline deadline) {
        if (room == null) {
            return Optional.empty();
        }
        Optional<Budget.Share> share = room.take(account, bytes, deadline, time);
        if (share.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Entry(files.create(), share.get()));
        } catch (RuntimeException e) {
            share.get().close();
            throw e;
        }
    }

    /** Counts a put that is refused for want of room. */
    void countRefusal() {
        if (room != null) {
            room.countRefusal();
        }
    }

    /**
     * Waits for a turn to write a slow body.
     *
     * @param bytes its spooled bytes
     * @return the turn, to be closed after the write; empty without a limit, or after a long wait
     */
    Optional<Budget.Share> turn(String account, long bytes) {
        return turns == null
                ? Optional.empty()
                : turns.take(account, bytes, time.after(LONGEST_TURN), time);
    }
}
