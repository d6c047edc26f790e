package io.giza.metadata.table.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.TableFixture;
import io.giza.model.ObjectKey;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders as a disk may give them back: what was acknowledged is there, or the table stays closed.
 */
class DamagedRocksTableTest {
    private static final int ROWS = 20;

    @TempDir private Path parent;

    /** As it was while the table was open: a table that is closed may leave an empty log. */
    private Path folder = Path.of("");

    @BeforeEach
    void storeRows() throws Exception {
        Path written = parent.resolve("written");
        folder = parent.resolve("metadata");
        try (RocksRowTable table = RocksRowTable.open(written)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(table.store(key(i), TableFixture.row(1), null)).isTrue();
            }
            copy(written, folder);
        }
    }

    private static ObjectKey key(int number) {
        return Samples.key("object-" + number);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> RocksRowTable.open(folder).close())
                .isInstanceOfSatisfying(
                        RowTableException.Unusable.class,
                        refusal ->
                                assertThat(refusal.remedy())
                                        .contains("in a new epoch")
                                        .contains("replace-a-data-center.md"))
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("may have lost votes")
                .hasMessageContaining(reason);
    }

    private void assertEveryRowIsThere() throws RowTableException {
        try (RocksRowTable table = RocksRowTable.open(folder)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(table.load(key(i)).map(TaggedRow::stored)).contains(TableFixture.row(1));
            }
        }
    }

    @Test
    void aTableThatWasCutOffHasEveryRowThatWasAcknowledged() throws Exception {
        assertEveryRowIsThere();
    }

    /** Among them lengths that lead past the end, and types of logs that are used again. */
    @Test
    void anyBitOfAHeaderThatChangedInTheLastBlockIsDamage() throws Exception {
        byte[] log = Files.readAllBytes(logs().getFirst());
        for (int place = 0; place < 7; place++) {
            for (int bit = 1; bit < 256; bit <<= 1) {
                byte[] bytes = log.clone();
                bytes[startOfRecord(bytes, ROWS / 2) + place] ^= (byte) bit;
                assertThat(new LogTail(bytes).end())
                        .as("%s of byte %s", bit, place)
                        .isInstanceOf(LogTail.Damaged.class);
            }
        }
        assertThat(new LogTail(log).end()).isEqualTo(new LogTail.Whole());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 5, 6, 7, 100})
    void aByteThatChangedInTheMiddleOfTheLogKeepsTheTableClosed(int place) throws Exception {
        Path log = logs().getFirst();
        byte[] bytes = Files.readAllBytes(log);
        bytes[startOfRecord(bytes, ROWS / 2) + place] ^= 0x04;
        Files.write(log, bytes);

        assertRefused("checksum mismatch");
    }

    private static int startOfRecord(byte[] log, int number) {
        int at = 0;
        for (int i = 0; i < number; i++) {
            at += 7 + Byte.toUnsignedInt(log[at + 4]) + 256 * Byte.toUnsignedInt(log[at + 5]);
        }
        return at;
    }

    /** Records are good wherever they lie, so a log is begun again in its second block. */
    @Test
    void zerosAreTheEndUnlessAnotherBatchFollows() throws Exception {
        byte[] log = Files.readAllBytes(logs().getFirst());
        byte[] ended = Arrays.copyOf(log, log.length + 500);
        byte[] continued = Arrays.copyOf(log, (32 << 10) + log.length);
        System.arraycopy(log, 0, continued, 32 << 10, log.length);

        assertThat(new LogTail(ended).end()).isEqualTo(new LogTail.Torn(log.length));
        assertThat(new LogTail(continued).end()).isInstanceOf(LogTail.Damaged.class);
    }

    @Test
    void aRecordThatACrashCutOffWasNotAcknowledgedAndHidesNoOther() throws Exception {
        try (RocksRowTable table = RocksRowTable.open(folder)) {
            assertThat(table.store(key(ROWS), TableFixture.row(1), null)).isTrue();
            Path torn = parent.resolve("torn");
            copy(folder, torn);
            folder = torn;
        }
        Path log = logs().getFirst();
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.setLength(file.length() - 10);
        }

        assertEveryRowIsThere();
    }

    @Test
    void aLogThatIsMissingKeepsTheTableClosed() throws Exception {
        for (Path log : logs()) {
            Files.delete(log);
        }

        assertRefused("log is missing");
    }
}
