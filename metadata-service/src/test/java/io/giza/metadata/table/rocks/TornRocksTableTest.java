package io.giza.metadata.table.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.TableFixture;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.StoredRow;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Power is lost while the last batch is being forced: any of its sectors may be missing, and the
 * file may have its full length all the same. The table opens with all that was forced before.
 */
class TornRocksTableTest {
    private static final int SECTOR = 512;
    private static final int ROWS = 20;
    private static final int TORN_LOGS = 60;

    @TempDir private Path parent;

    /**
     * A folder before and after its last batch.
     *
     * @param forced the length of its log before
     */
    private record Written(Path after, int forced, byte[] log) {}

    private static ObjectKey key(int number) {
        return Samples.key("object-" + number);
    }

    private static StoredRow rowOf(int bytes) {
        Entry entry = Entry.learned(1, TableFixture.value(1, bytes));
        return StoredRow.whole(new Row(1, 0, 0, 1, List.of(entry), Slot.UNTOUCHED));
    }

    private Written written(int bytes) throws Exception {
        Path folder = parent.resolve("written");
        Path after = parent.resolve("after");
        int forced;
        try (RocksRowTable table = RocksRowTable.open(folder)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(table.store(key(i), TableFixture.row(1), null)).isTrue();
            }
            forced = (int) Files.size(newest(folder, ".log"));
            assertThat(table.store(key(ROWS), rowOf(bytes), null)).isTrue();
            copy(folder, after);
        }
        return new Written(after, forced, Files.readAllBytes(newest(after, ".log")));
    }

    private static Path newest(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private Path torn(Written written, int number, byte[] log) throws IOException {
        Path folder = parent.resolve("torn-" + number);
        copy(written.after(), folder);
        Files.write(newest(folder, ".log"), log);
        return folder;
    }

    /** Opens twice: the torn batch stays cut off. */
    private static void assertForcedRowsAreThere(Path folder, StoredRow last) throws Exception {
        for (int opened = 0; opened < 2; opened++) {
            try (RocksRowTable table = RocksRowTable.open(folder)) {
                for (int i = 0; i < ROWS; i++) {
                    assertThat(load(table, i)).contains(TableFixture.row(1));
                }
                load(table, ROWS).ifPresent(row -> assertThat(row).isEqualTo(last));
            }
        }
    }

    private static Optional<StoredRow> load(RocksRowTable table, int number)
            throws RowTableException {
        return table.load(key(number)).map(TaggedRow::stored);
    }

    /** Batches of a part of a sector, of several sectors, and of several blocks. */
    @ParameterizedTest
    @ValueSource(ints = {100, 5_000, 150_000})
    void anySectorsOfTheLastBatchMayBeMissing(int bytes) throws Exception {
        Written written = written(bytes);
        Random random = new Random(bytes);
        for (int i = 0; i < TORN_LOGS; i++) {
            byte[] log = written.log().clone();
            int odds = 1 + random.nextInt(8);
            for (int at = written.forced(); at < log.length; at = (at / SECTOR + 1) * SECTOR) {
                if (random.nextInt(odds) == 0) {
                    Arrays.fill(
                            log, at, Math.min((at / SECTOR + 1) * SECTOR, log.length), (byte) 0);
                }
            }
            int length =
                    random.nextBoolean()
                            ? log.length
                            : random.nextInt(written.forced(), log.length + 1);
            assertForcedRowsAreThere(torn(written, i, Arrays.copyOf(log, length)), rowOf(bytes));
        }
    }

    @Test
    void aBatchThatWasForcedIsNotTakenForTorn() throws Exception {
        Written written = written(5_000);
        byte[] log = written.log().clone();
        int sector = written.forced() / 2 / SECTOR * SECTOR;
        Arrays.fill(log, sector, sector + SECTOR, (byte) 0);
        Path folder = torn(written, 0, log);

        assertThatThrownBy(() -> RocksRowTable.open(folder).close())
                .isInstanceOf(RowTableException.Unusable.class)
                .hasMessageContaining("checksum mismatch");
        assertThat(newest(folder, ".log")).hasBinaryContent(log);
    }

    @Test
    void aByteThatChangedInTheLastBatchIsDamage() throws Exception {
        Written written = written(100);
        byte[] log = written.log().clone();
        log[log.length - 20] ^= 0x04;

        assertThatThrownBy(() -> RocksRowTable.open(torn(written, 0, log)).close())
                .isInstanceOf(RowTableException.Unusable.class)
                .hasMessageContaining("checksum mismatch");
    }

    /** The file of the manifest grows before its last record is there. */
    @Test
    void theManifestMayBeTornToo() throws Exception {
        Written written = written(100);
        Path manifest =
                written.after()
                        .resolve(Files.readString(written.after().resolve("CURRENT")).strip());
        int forced = (int) Files.size(manifest);
        byte[] torn = new byte[7 + 1000];
        Arrays.fill(torn, 0, SECTOR - forced % SECTOR, (byte) 1);
        ByteBuffer.wrap(torn).order(ByteOrder.LITTLE_ENDIAN).putShort(4, (short) 1000);
        Files.write(manifest, torn, StandardOpenOption.APPEND);

        assertForcedRowsAreThere(written.after(), rowOf(100));
    }
}
