package io.giza.metadata.table.rocks;

import io.giza.disk.ProcessHalt;
import io.micrometer.core.instrument.Timer;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

import java.util.regex.Pattern;

/**
 * Writes batches that are durable when it returns, and ends the process where that is not certain
 * any more. What RocksDB says of a write that failed means:
 *
 * <ul>
 *   <li>no space, while appending: the batch is not there, what was acknowledged before is. RocksDB
 *       goes on by itself in a new log once there is space. A write that failed, no more.
 *   <li>no space, while syncing; any other error of input or output: the sync may have failed, and
 *       the system says so once. The process ends. When it starts again, RocksDB writes all that it
 *       reads from the log to a file of its own and forces that, before it serves.
 *   <li>anything else (busy, damage found while compacting): nothing was forced. A write that
 *       failed.
 * </ul>
 */
class RocksLog {
    private static final Pattern SYNCING =
            Pattern.compile("^While (f|fdata)sync.*", Pattern.DOTALL);

    private final RocksDB database;
    private final ProcessHalt processHalt;
    private final Timer forces;

    /**
     * Makes the log.
     *
     * @param forces how long each batch took
     */
    RocksLog(RocksDB database, ProcessHalt processHalt, Timer forces) {
        this.database = database;
        this.processHalt = processHalt;
        this.forces = forces;
    }

    /** What was written may be durable or not, and no later success says that it is. */
    static final class FailedSyncException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedSyncException(RocksDBException cause) {
            super(cause);
        }
    }

    final void write(WriteBatch batch) throws RocksDBException, FailedSyncException {
        Timer.Sample sample = Timer.start();
        try {
            append(batch);
            sample.stop(forces);
        } catch (RocksDBException e) {
            if (!mayBeFailedSync(e)) {
                throw e;
            }
            processHalt.halt(
                    "The metadata table could not be forced to disk, and the system says so only"
                            + " once: this process ends so that no vote is answered for that is not"
                            + " stored. Check the disk, then start it again.",
                    e);
            throw new FailedSyncException(e);
        }
    }

    /** Writes the batch and waits until it is on disk. Tests have it fail. */
    void append(WriteBatch batch) throws RocksDBException {
        try (WriteOptions options = new WriteOptions().setSync(true)) {
            database.write(options, batch);
        }
    }

    /** Whether a batch was not appended for lack of room. */
    static boolean isFull(RocksDBException failure) {
        Status status = failure.getStatus();
        return status != null
                && status.getCode() == Status.Code.IOError
                && status.getSubCode() == Status.SubCode.NoSpace
                && !mayBeFailedSync(failure);
    }

    private static boolean mayBeFailedSync(RocksDBException failure) {
        Status status = failure.getStatus();
        if (status == null || status.getCode() != Status.Code.IOError) {
            return false;
        }
        return status.getSubCode() != Status.SubCode.NoSpace
                || SYNCING.matcher(String.valueOf(failure.getMessage())).matches();
    }
}
