package io.giza.gateway.spool;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;

import org.jspecify.annotations.Nullable;

import java.io.UncheckedIOException;
import java.util.Objects;

/** The bytes of a slow body in the {@link Spool}, and the turn to write them. For one task. */
final class SpooledBody implements AutoCloseable {
    private final Spool spool;
    private final String account;
    private final long most;
    private Spool.@Nullable Entry entry;

    /** Held while spooled bytes are written. */
    private Budget.@Nullable Share turn;

    /**
     * Prepares a body that has no file yet.
     *
     * @param most how many of its bytes are in the spool at a time
     */
    SpooledBody(Spool spool, String account, long most) {
        this.spool = spool;
        this.account = account;
        this.most = most;
    }

    /** Opens the file, unless it is open; false if there is no room in time or the disk fails. */
    boolean open(Deadline deadline) {
        try {
            if (entry == null) {
                entry = spool.open(account, most, deadline).orElse(null);
            }
        } catch (UncheckedIOException e) {
            return false;
        }
        return entry != null;
    }

    /** Returns the open file. */
    SpoolFile file() {
        return Objects.requireNonNull(entry).file();
    }

    /** Returns how many bytes wait in the file. */
    long unread() {
        return entry == null ? 0 : entry.file().unread();
    }

    /**
     * Waits for a turn, which lasts until all bytes of the file are written: a put that waits must
     * hold no memory.
     */
    void takeTurn() {
        if (unread() > 0) {
            turn = spool.turn(account, unread()).orElse(null);
        }
    }

    void endTurn() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }

    /** Closes the file, with its bytes; another may be opened. */
    void discard() {
        if (entry != null) {
            Spool.Entry open = entry;
            entry = null;
            open.close();
        }
    }

    @Override
    public void close() {
        endTurn();
        discard();
    }
}
