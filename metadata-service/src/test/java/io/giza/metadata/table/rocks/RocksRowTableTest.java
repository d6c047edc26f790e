package io.giza.metadata.table.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreProgress;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableContract;
import io.giza.metadata.table.RowTableException;
import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;

class RocksRowTableTest extends RowTableContract {
    private static final ObjectKey KEY = Samples.key("photos/one.jpg");

    private static final Membership JOINING = Membership.UNINITIALIZED.joining(3);

    @TempDir private Path folder = Path.of("");

    @Override
    public RowTable open() throws RowTableException {
        return RocksRowTable.open(folder.resolve("contract"));
    }

    @Test
    void rowsAndTagsOutliveTheProcess() throws RowTableException {
        RowTable.Tag tag;
        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"))) {
            assertThat(table.store(KEY, row(1), null)).isTrue();
            assertThat(table.store(KEY, row(2), tagOf(table))).isTrue();
            tag = tagOf(table);
            assertThat(table.replaceMembership(Membership.UNINITIALIZED, JOINING)).isTrue();
        }
        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"))) {
            assertThat(table.load(KEY)).contains(new TaggedRow(row(2), tag));
            assertThat(table.membership()).isEqualTo(JOINING);
            assertThat(table.store(KEY, row(3), null)).isFalse();
            assertThat(table.store(KEY, row(3), tag)).isTrue();
        }
    }

    @Test
    void itShowsHowItStandsUntilItIsClosed() throws RowTableException {
        MeterRegistry meters = new SimpleMeterRegistry();
        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"), meters)) {
            assertThat(table.store(KEY, row(1), null)).isTrue();
            assertThat(meters.get("giza.table.force").timer().count()).isPositive();
            assertThat(meters.get("giza.table.bytes").gauge().value()).isNotNegative();
            assertThat(meters.get("giza.table.pending.compaction").gauge().value()).isZero();
            assertThat(meters.get("giza.table.stalls").tag("kind", "stopped").functionCounter())
                    .satisfies(stops -> assertThat(stops.count()).isZero());
        }
        assertThat(meters.get("giza.table.bytes").gauge().value()).isNaN();
    }

    @Test
    void aRowOfAnUnknownFormatIsRefusedWithItsKey() throws Exception {
        putStored(HexFormat.of().parseHex("0000000000000001" + "63" + "00000000000000"));

        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"))) {
            assertFails(() -> table.load(KEY), "row " + KEY + ": ");
            assertFails(() -> table.load(KEY), "format 99");
            assertFails(() -> table.load(KEY), "this release reads format 1");
            assertFails(
                    () -> table.scan(new Scan(Samples.BUCKET, "", "", false, 1), 0),
                    "photos/one.jpg: ");
        }
    }

    @Test
    void aStoredRowTooShortForItsTagIsRefusedWithItsKey() throws Exception {
        putStored(new byte[] {1, 2, 3});

        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"))) {
            assertFails(() -> table.load(KEY), "row " + KEY + ": ");
            assertFails(() -> table.store(KEY, row(1), null), "cannot be written");
        }
    }

    @Test
    void whatItStoresIsForItsOwnerAlsoInAFolderThatWasOpenToOthers() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        RocksRowTable.open(open).close();
        RocksRowTable.open(folder.resolve("made")).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
                .isEqualTo("rwx------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("made"))))
                .isEqualTo("rwx------");
    }

    /** Notes on others do not count: two tables would never cease to tell each other. */
    @Test
    void howFarItHasComeGrowsWithEachWriteButNotWithNotesAndOutlivesTheProcess()
            throws RowTableException {
        Path mine = folder.resolve("mine");
        long last;
        try (RocksRowTable table = RocksRowTable.open(mine)) {
            long first = table.sequence().orElseThrow();
            assertThat(table.store(KEY, row(1), null)).isTrue();
            long second = table.sequence().orElseThrow();
            assertThat(second).isGreaterThan(first);
            StoreProgress other = new StoreProgress(Samples.dc(2), Occupant.Part.ROWS, 0, "b", 9);
            Membership before = table.membership();
            assertThat(table.replaceMembership(before, before.withProgress(List.of(other))))
                    .isTrue();
            assertThat(table.sequence()).hasValue(second);
            before = table.membership();
            assertThat(table.replaceMembership(before, before.founded(1))).isTrue();
            last = table.sequence().orElseThrow();
            assertThat(last).isGreaterThan(second);
        }
        try (RocksRowTable table = RocksRowTable.open(mine)) {
            assertThat(table.sequence()).hasValue(last);
            Membership before = table.membership();
            assertThat(before.progress()).hasSize(1);
            StoreProgress other = new StoreProgress(Samples.dc(3), Occupant.Part.ROWS, 0, "c", 9);
            assertThat(table.replaceMembership(before, before.withProgress(List.of(other))))
                    .isTrue();
        }
        try (RocksRowTable table = RocksRowTable.open(mine)) {
            assertThat(table.sequence()).hasValue(last);
        }
    }

    @Test
    void aTableThatOnlyStartsAndListensComesNoFurther() throws RowTableException {
        Path mine = folder.resolve("mine");
        for (int i = 1; i <= 3; i++) {
            try (RocksRowTable table = RocksRowTable.open(mine)) {
                Membership before = table.membership();
                Membership next = before.isInitialized() ? before.raised(i) : before.founded(i);
                assertThat(table.enter(before, next)).isTrue();
                StoreProgress other =
                        new StoreProgress(Samples.dc(2), Occupant.Part.ROWS, 0, "b", i);
                assertThat(table.replaceMembership(next, next.withProgress(List.of(other))))
                        .isTrue();
                assertThat(table.sequence()).hasValue(0);
            }
        }
    }

    @Test
    void aFolderIsOpenOnce() throws RowTableException {
        try (RocksRowTable table = RocksRowTable.open(folder.resolve("mine"))) {
            assertThatExceptionOfType(RowTableException.class)
                    .isThrownBy(() -> RocksRowTable.open(folder.resolve("mine")))
                    .withMessageContaining(folder.resolve("mine").toString())
                    .withMessageContaining("lock");
            assertThat(table.load(KEY)).isEmpty();
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> RocksRowTable.open(file))
                .withMessageContaining(file.toString())
                .withMessageContaining("cannot be opened");
    }

    @Test
    void aClosedTableRefusesEverything() throws RowTableException {
        RocksRowTable table = RocksRowTable.open(folder.resolve("mine"));
        table.close();

        assertFails(() -> table.store(KEY, row(1), null), "cannot be written");
        assertFails(() -> table.load(KEY), "closed");
        assertFails(() -> table.scan(new Scan(Samples.BUCKET, "", "", false, 1), 0), "closed");
        table.close();
    }

    private static RowTable.Tag tagOf(RocksRowTable table) throws RowTableException {
        return table.load(KEY).orElseThrow().tag();
    }

    private void putStored(byte[] stored) throws RocksDBException {
        RocksDB.loadLibrary();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB database = RocksDB.open(options, folder.resolve("mine").toString())) {
            database.put(RowKeys.encode(KEY), stored);
        }
    }
}
