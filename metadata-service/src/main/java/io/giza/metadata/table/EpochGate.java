package io.giza.metadata.table;

import io.giza.azure.QuietPeriod;
import io.giza.concurrent.Time;
import io.giza.membership.Membership;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps rows of an epoch that ended out of a table in which a row and the membership are two
 * entities, so that no single write can compare both. It relies on one process owning the table at
 * a time.
 *
 * <ol>
 *   <li>A row is written while the gate is held shared, and only if its epoch is not below the
 *       membership's; the membership is written while it is held exclusively. So no write of this
 *       process whose answer came overlaps with a change of epoch.
 *   <li>A write that was given up without an answer, and any write of the process that had the
 *       table before, may still be on its way. So a higher epoch waits until, for a whole quiet
 *       period, there was no such write; that is longer than any request lives. From the moment on
 *       that a higher epoch is sought, rows of lower ones are turned away, so that the quiet comes.
 * </ol>
 */
final class EpochGate {
    private static final Logger LOG = LoggerFactory.getLogger(EpochGate.class);

    private final Store store;
    private final QuietPeriod quiet;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicLong sought = new AtomicLong();
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile Kept kept;

    /**
     * The membership as it is kept.
     *
     * @param etag its ETag, null if it is not there
     */
    record Kept(Membership membership, @Nullable String etag) {
        static final Kept NONE = new Kept(Membership.UNINITIALIZED, null);
    }

    /** Where the membership is kept. */
    interface Store {
        Kept load() throws RowTableException;

        /** Writes the membership if it is still as {@code before}; null if it is not. */
        @Nullable Kept replace(Kept before, Membership next) throws RowTableException;
    }

    /** A write of a row. */
    interface RowWrite {
        boolean run() throws RowTableException;
    }

    /**
     * Opens a table. One without membership was never written to: a service tells its table of the
     * epoch before it serves.
     */
    EpochGate(Store store, Time time, Duration quietPeriod) throws RowTableException {
        this.store = store;
        this.quiet = new QuietPeriod(time, quietPeriod);
        this.kept = store.load();
        if (kept.etag() != null) {
            abandoned();
        }
    }

    Membership membership() {
        return kept.membership();
    }

    /** Notes that a write may yet be applied that nobody waits for any more. */
    void abandoned() {
        quiet.begin();
    }

    /** Writes a row unless its epoch ended. */
    boolean store(long epoch, RowWrite write) throws RowTableException {
        lock.readLock().lock();
        try {
            if (epoch < kept.membership().epoch()) {
                return false;
            }
            if (epoch < sought.get()) {
                throw new RowTableException.Throttled(
                        "the table is about to enter epoch " + sought.get(), null);
            }
            return write.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Replaces the membership. A higher epoch first waits for quiet; one caller at a time does,
     * others are turned away.
     */
    boolean replace(Membership expected, Membership next) throws RowTableException {
        if (!kept.membership().equals(expected)) {
            return false;
        }
        if (next.epoch() > expected.epoch()) {
            seek(next.epoch());
            awaitQuiet();
        }
        lock.writeLock().lock();
        try {
            if (!kept.membership().equals(expected)) {
                return false;
            }
            if (next.epoch() > expected.epoch() && !isQuiet()) {
                throw notQuiet();
            }
            return write(next);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean write(Membership next) throws RowTableException {
        Kept after = store.replace(kept, next);
        if (after != null) {
            kept = after;
            return true;
        }
        // It was written without our knowing: by a write of ours that had been given up.
        Kept there = store.load();
        if (there.membership().epoch() < kept.membership().epoch()) {
            throw new RowTableException(
                    "the membership went back from " + kept + " to " + there, null);
        }
        if (there.membership().epoch() > kept.membership().epoch() && !isQuiet()) {
            seek(there.membership().epoch());
            throw notQuiet();
        }
        kept = there;
        return false;
    }

    private void seek(long epoch) {
        long _ = sought.accumulateAndGet(epoch, Math::max);
    }

    private boolean isQuiet() {
        return !quiet.left().isPositive();
    }

    private static RowTableException notQuiet() {
        return new RowTableException.Throttled(
                "the table enters a new epoch when no write to it can be under way any more", null);
    }

    private void awaitQuiet() throws RowTableException {
        if (isQuiet()) {
            return;
        }
        if (!waiting.compareAndSet(false, true)) {
            throw notQuiet();
        }
        try {
            LOG.info(
                    "Epoch {} waits until no earlier write can be under way, {}",
                    sought.get(),
                    quiet.left());
            quiet.await();
        } finally {
            waiting.set(false);
        }
    }
}
