package io.giza.metadata.table;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

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
 * comparing and setting are one step; whatever queued up while the disk was busy shares the next
 * sync. A platform thread, because a native call would hold a virtual thread's carrier.
 */
final class GroupCommit implements AutoCloseable {
    private static final int MAX_QUEUED = 4096;
    private static final int MAX_BATCH = 256;

    private final RocksDB database;
    private final BlockingQueue<Update> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final Thread thread;
    private volatile boolean closed;

    GroupCommit(RocksDB database) {
        this.database = database;
        this.thread = Thread.ofPlatform().name("group-commit").daemon().start(this::run);
    }

    private record Update(
            byte[] key, byte[] value, long expected, CompletableFuture<Boolean> written) {}

    /**
     * Writes {@code value} if the stored tag is {@code expected}, 0 for an absent row.
     *
     * @return whether it was written and is durable
     */
    boolean store(byte[] key, byte[] value, long expected) throws RowTableException {
        Update update = new Update(key, value, expected, new CompletableFuture<>());
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
            throw new RowTableException("the table cannot be written", e.getCause());
        }
    }

    private void run() {
        List<Update> batch = new ArrayList<>(MAX_BATCH);
        while (!closed) {
            try {
                batch.add(queue.take());
                queue.drainTo(batch, MAX_BATCH - 1);
                write(batch);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
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
        for (Update update = queue.poll(); update != null; update = queue.poll()) {
            update.written().completeExceptionally(reason);
        }
    }

    private void write(List<Update> updates) throws RocksDBException {
        Map<ByteBuffer, Long> tagsInBatch = new HashMap<>();
        List<Update> winners = new ArrayList<>(updates.size());
        try (WriteBatch batch = new WriteBatch();
                WriteOptions options = new WriteOptions().setSync(true)) {
            for (Update update : updates) {
                ByteBuffer key = ByteBuffer.wrap(update.key());
                Long tag = tagsInBatch.get(key);
                long current = tag != null ? tag : RocksRowTable.tagOf(database.get(update.key()));
                if (current == update.expected()) {
                    batch.put(update.key(), update.value());
                    tagsInBatch.put(key, RocksRowTable.tagOf(update.value()));
                    winners.add(update);
                }
            }
            if (!winners.isEmpty()) {
                database.write(options, batch);
            }
        }
        for (Update update : updates) {
            update.written().complete(winners.contains(update));
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
