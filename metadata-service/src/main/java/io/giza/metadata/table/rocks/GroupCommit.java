package io.giza.metadata.table.rocks;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTableException;
import io.giza.wire.MembershipCodec;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Conditional writes, many to one disk sync. A single thread compares tags and writes, so that
 * comparing and setting are one step, and a row of an epoch that ended is never written after the
 * later epoch; whatever queued up while the disk was busy shares the next sync. A platform thread,
 * because a native call would hold a virtual thread's carrier.
 *
 * <p>What RocksDB has for this is slower. Forced conditional writes of 1 KiB by 1, 8 and 32 virtual
 * threads, on 2 cores, came to 2,700, 8,700 and 27,700 a second here, with 1,300 forces a second
 * for 8 and 32. {@code OptimisticTransactionDB} came to 3,400, 4,500 and 1,500, since each
 * transaction is forced by itself. Synced batches under locks of keys share forces, but came to
 * 2,400, 2,100 and 1,000, since they hold carriers. Called by 32 platform threads, this came to
 * 42,400, synced batches to 20,000 and transactions to 900.
 */
final class GroupCommit implements AutoCloseable {
    /** So many changes wait for the disk; whoever comes then waits to be queued. */
    private static final int MAX_QUEUED = 4096;

    /** So many changes share one sync: more would make those that came first wait. */
    private static final int MAX_BATCH = 256;

    private final RocksDB database;
    private final RocksLog log;
    private final BlockingQueue<Change> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final Thread thread;
    private volatile boolean closed;

    /** Changed by the thread alone, in the order in which it writes. */
    private volatile Membership membership;

    /**
     * How many batches were forced that changed more than notes on other tables or what a start
     * changes. RocksDB's own number counts those as well, so it would bring an older copy forward
     * that only starts and listens.
     */
    private volatile long sequence;

    /**
     * Begins to take changes.
     *
     * @param log what the changes are written through
     * @param membership as it is stored
     * @param sequence as it is stored
     */
    GroupCommit(RocksDB database, RocksLog log, Membership membership, long sequence) {
        this.database = database;
        this.log = log;
        this.membership = membership;
        this.sequence = sequence;
        this.thread = Thread.ofPlatform().name("group-commit").daemon().start(this::run);
    }

    /** Something to write once it is certain that nothing got in between. */
    private sealed interface Change {
        byte[] key();

        /** Returns what to write, or null for a deletion. */
        byte @Nullable [] value();

        CompletableFuture<Boolean> written();

        /** Tells whether it brings the table forward: older copies of it lack something. */
        default boolean isProgress() {
            return true;
        }
    }

    private record RowChange(
            byte[] key, byte[] value, long expected, long epoch, CompletableFuture<Boolean> written)
            implements Change {}

    private record Deletion(byte[] key, CompletableFuture<Boolean> written) implements Change {
        @Override
        public byte @Nullable [] value() {
            return null;
        }
    }

    private record MembershipChange(
            Membership expected,
            Membership next,
            boolean isProgress,
            CompletableFuture<Boolean> written)
            implements Change {
        @Override
        public byte[] key() {
            return RowKeys.MEMBERSHIP;
        }

        @Override
        public byte[] value() {
            return MembershipCodec.encode(next);
        }
    }

    /**
     * Writes a row or a segment.
     *
     * @param value its tag, then the row or segment
     * @param expected the tag that must be stored, 0 for an absent one
     * @param epoch the row's epoch, which must not be below the membership's; the greatest number
     *     for a segment, which holds what is true in every epoch
     * @return whether it was written and is durable
     */
    boolean store(byte[] key, byte[] value, long expected, long epoch) throws RowTableException {
        return store(new RowChange(key, value, expected, epoch, new CompletableFuture<>()));
    }

    /** Deletes what is stored under {@code key}, if anything; afterwards it is durably gone. */
    void delete(byte[] key) throws RowTableException {
        store(new Deletion(key, new CompletableFuture<>()));
    }

    /** Writes the membership likewise. What is noted of other tables is no progress. */
    boolean store(Membership expected, Membership next) throws RowTableException {
        boolean isNote = !next.progress().equals(expected.progress());
        return store(new MembershipChange(expected, next, !isNote, new CompletableFuture<>()));
    }

    /** Writes the membership as a start changes it, which is no progress. */
    boolean enter(Membership expected, Membership next) throws RowTableException {
        return store(new MembershipChange(expected, next, false, new CompletableFuture<>()));
    }

    /** Returns the membership as it was last written. */
    Membership membership() {
        return membership;
    }

    /** Returns the number of the last batch that is durable. */
    long sequence() {
        return sequence;
    }

    private boolean store(Change update) throws RowTableException {
        try {
            queue.put(update);
            if (closed) {
                // The thread may have looked at the queue for the last time before this arrived.
                failQueued();
            }
            return update.written().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RowTableException("interrupted while writing", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private static RowTableException failure(@Nullable Throwable cause) {
        return cause instanceof RocksDBException failure && RocksLog.isFull(failure)
                ? new RowTableException.Full("the disk of the table has no room", cause)
                : new RowTableException("the table cannot be written", cause);
    }

    private void run() {
        List<Change> batch = new ArrayList<>(MAX_BATCH);
        while (!closed) {
            try {
                batch.add(queue.take());
                queue.drainTo(batch, MAX_BATCH - 1);
                write(batch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } catch (RocksLog.FailedSyncException e) {
                // Where the process does not end of it, the table does.
                closed = true;
                batch.forEach(update -> update.written().completeExceptionally(e));
            } catch (RocksDBException | RuntimeException | Error e) {
                // Not even an error may leave callers waiting for ever.
                batch.forEach(update -> update.written().completeExceptionally(e));
            } finally {
                batch.clear();
            }
        }
        closed = true;
        failQueued();
    }

    private void failQueued() {
        IllegalStateException reason = new IllegalStateException("the table is closed");
        for (Change update = queue.poll(); update != null; update = queue.poll()) {
            update.written().completeExceptionally(reason);
        }
    }

    /**
     * Writes those changes of a batch whose conditions hold, each also against what was written
     * before it in the same batch, and forces them together. Only then is anybody answered, the
     * losers too: what they lost to must not be taken back by a crash.
     */
    private void write(List<Change> updates) throws RocksDBException, RocksLog.FailedSyncException {
        List<Change> winners;
        try (Batch batch = new Batch()) {
            for (Change update : updates) {
                batch.addIfUnchanged(update);
            }
            winners = batch.force();
        }
        for (Change update : updates) {
            update.written().complete(winners.contains(update));
        }
    }

    /** The changes that share a sync, as far as their conditions hold one after the other. */
    private final class Batch implements AutoCloseable {
        private final WriteBatch writes = new WriteBatch();
        private final List<Change> winners = new ArrayList<>();
        private final Map<ByteBuffer, Long> tags = new HashMap<>();
        private Membership current = membership;

        void addIfUnchanged(Change update) throws RocksDBException {
            if (!isUnchanged(update)) {
                return;
            }
            byte @Nullable [] value = update.value();
            if (value == null) {
                writes.delete(update.key());
            } else {
                writes.put(update.key(), value);
            }
            winners.add(update);
            if (update instanceof MembershipChange change) {
                current = change.next();
            } else {
                tags.put(ByteBuffer.wrap(update.key()), TaggedValue.tagOf(value));
            }
        }

        private boolean isUnchanged(Change update) throws RocksDBException {
            return switch (update) {
                case RowChange row ->
                        row.epoch() >= current.epoch() && row.expected() == tag(row.key());
                case Deletion _ -> true;
                case MembershipChange change -> change.expected().equals(current);
            };
        }

        /** The tag that a change is compared with: that of this batch, or else the stored one. */
        private long tag(byte[] key) throws RocksDBException {
            Long tag = tags.get(ByteBuffer.wrap(key));
            return tag != null ? tag : TaggedValue.tagOf(database.get(key));
        }

        /** Makes the changes durable, and returns them. */
        List<Change> force() throws RocksDBException, RocksLog.FailedSyncException {
            long next = sequence + (winners.stream().anyMatch(Change::isProgress) ? 1 : 0);
            if (!winners.isEmpty()) {
                writes.put(RowKeys.SEQUENCE, RowKeys.encode(next));
                log.write(writes);
            }
            sequence = next;
            membership = current;
            return winners;
        }

        @Override
        public void close() {
            writes.close();
        }
    }

    /** Stops after the batch that is being written; what is queued fails. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
