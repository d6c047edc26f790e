package io.giza.metadata.table.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.TableFixture;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A disk that does not take the log of the table. */
class RocksLogFailureTest {
    private final List<String> reasons = new CopyOnWriteArrayList<>();
    private volatile @Nullable Status failure;

    @TempDir private Path folder;

    private final class FailingLog extends RocksLog {
        FailingLog(RocksDB database) {
            super(
                    database,
                    (reason, _) -> reasons.add(reason),
                    new RocksMetrics(new SimpleMeterRegistry()).forces());
        }

        @Override
        void append(WriteBatch batch) throws RocksDBException {
            Status status = failure;
            if (status != null) {
                throw new RocksDBException(String.valueOf(status.getState()), status);
            }
            super.append(batch);
        }
    }

    private RocksRowTable open() throws RowTableException {
        return RocksRowTable.open(folder, FailingLog::new);
    }

    private static void store(RowTable table, String name) throws RowTableException {
        assertThat(table.store(Samples.key(name), TableFixture.row(1), null)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "None, While fdatasync: 000008.log: Input/output error",
        "NoSpace, While fdatasync: 000008.log: No space left on device",
        "None, While appending to file: 000008.log: Input/output error"
    })
    void aSyncThatMayHaveFailedEndsTheProcessAndNothingIsAcknowledgedAfterIt(
            Status.SubCode sub, String state) throws Exception {
        try (RocksRowTable table = open()) {
            store(table, "before");
            failure = new Status(Status.Code.IOError, sub, state);

            assertThatThrownBy(() -> store(table, "lost")).isInstanceOf(RowTableException.class);
            failure = null;

            assertThatThrownBy(() -> store(table, "after")).isInstanceOf(RowTableException.class);
            assertThat(table.load(Samples.key("before"))).isPresent();
        }
        assertThat(reasons).hasSize(1);
        assertThat(reasons.getFirst()).contains("could not be forced to disk");
    }

    @ParameterizedTest
    @CsvSource({
        "IOError, NoSpace, While appending to file: /fsync/000008.log: No space left on device, Full",
        "Busy, None, try again, RowTableException",
        "Corruption, None, block checksum mismatch, RowTableException"
    })
    void aFullDiskIsAWriteThatFailedAndTheNextMaySucceed(
            Status.Code code, Status.SubCode sub, String state, String thrown) throws Exception {
        try (RocksRowTable table = open()) {
            failure = new Status(code, sub, state);

            assertThatThrownBy(() -> store(table, "refused"))
                    .isInstanceOf(RowTableException.class)
                    .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo(thrown));
            failure = null;

            store(table, "after");
        }
        assertThat(reasons).isEmpty();
    }

    @Test
    void whatIsForcedIsStored() throws Exception {
        try (RocksRowTable table = open()) {
            store(table, "one");
        }
        try (RocksRowTable table = open()) {
            assertThat(table.load(Samples.key("one"))).isPresent();
        }
    }
}
