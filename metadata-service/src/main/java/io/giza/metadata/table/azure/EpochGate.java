package io.giza.metadata.table.azure;

import io.giza.azure.QuietPeriod;
import io.giza.concurrent.Time;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTableException;

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

    private final MembershipStore store;
    private final QuietPeriod quietPeriod;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicLong pendingEpoch = new AtomicLong();
    private final AtomicBoolean isWaiting = new AtomicBoolean();
    private volatile StoredMembership stored;

    /**
     * The membership as it is kept.
     *
     * @param etag its ETag, null if it is not there
     */
    record StoredMembership(Membership membership, @Nullable String etag) {
        static final StoredMembership NONE = new StoredMembership(Membership.UNINITIALIZED, null);
    }

    /** Where the membership is kept. */
    interface MembershipStore {
        StoredMembership load() throws RowTableException;

        /** Writes the membership if it is still as {@code before}; null if it is not. */
        @Nullable StoredMembership replace(StoredMembership before, Membership next)
                throws RowTableException;
    }

    /** A write of a row. */
    interface RowWrite {
        boolean run() throws RowTableException;
    }

    /**
     * Opens a table. One without membership was never written to: a service tells its table of the
     * epoch before it serves.
     */
    EpochGate(MembershipStore store, Time time, Duration quietPeriod) throws RowTableException {
        this.store = store;
        this.quietPeriod = new QuietPeriod(time, quietPeriod);
        this.stored = store.load();
        if (stored.etag() != null) {
            writeAbandoned();
        }
    }

    Membership membership() {
        return stored.membership();
    }

    /** Notes that a write may yet be applied that nobody waits for any more. */
    void writeAbandoned() {
        quietPeriod.begin();
    }

    /** Writes a row unless its epoch ended. */
    boolean store(long epoch, RowWrite write) throws RowTableException {
        lock.readLock().lock();
        try {
            if (epoch < stored.membership().epoch()) {
                return false;
            }
            if (epoch < pendingEpoch.get()) {
                throw new RowTableException.Throttled(
                        "the table is about to enter epoch " + pendingEpoch.get(), null);
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
        if (!stored.membership().equals(expected)) {
            return false;
        }
        if (next.epoch() > expected.epoch()) {
            raisePendingEpoch(next.epoch());
            awaitQuiet();
        }
        lock.writeLock().lock();
        try {
            if (!stored.membership().equals(expected)) {
                return false;
            }
            if (next.epoch() > expected.epoch() && !isQuiet()) {
                throw writesMayBePending();
            }
            return write(next);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean write(Membership next) throws RowTableException {
        StoredMembership after = store.replace(stored, next);
        if (after != null) {
            stored = after;
            return true;
        }
        // It was written without our knowing: by a write of ours that had been given up.
        StoredMembership reloaded = store.load();
        if (reloaded.membership().epoch() < stored.membership().epoch()) {
            throw new RowTableException(
                    "the membership went back from " + stored + " to " + reloaded, null);
        }
        if (reloaded.membership().epoch() > stored.membership().epoch() && !isQuiet()) {
            raisePendingEpoch(reloaded.membership().epoch());
            throw writesMayBePending();
        }
        stored = reloaded;
        return false;
    }

    private void raisePendingEpoch(long epoch) {
        long _ = pendingEpoch.accumulateAndGet(epoch, Math::max);
    }

    private boolean isQuiet() {
        return !quietPeriod.remaining().isPositive();
    }

    private static RowTableException writesMayBePending() {
        return new RowTableException.Throttled(
                "the table enters a new epoch when no write to it can be under way any more", null);
    }

    private void awaitQuiet() throws RowTableException {
        if (isQuiet()) {
            return;
        }
        if (!isWaiting.compareAndSet(false, true)) {
            throw writesMayBePending();
        }
        try {
            LOG.info(
                    "Epoch {} waits until no earlier write can be under way, {}",
                    pendingEpoch.get(),
                    quietPeriod.remaining());
            quietPeriod.await();
        } finally {
            isWaiting.set(false);
        }
    }
}
