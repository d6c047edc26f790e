package io.giza.bench.filling;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.StoredRow;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

class KeyFillerTest {
    @Test
    void namesAreDistinctAndLieInFoldersOfFolders() {
        Set<String> names = new HashSet<>();
        Set<String> folders = new HashSet<>();
        for (int number = 0; number < 50_000; number++) {
            String name = KeyFiller.name(number);
            names.add(name);
            folders.add(name.substring(0, name.indexOf('/')));
        }
        assertThat(names).hasSize(50_000);
        assertThat(folders).hasSize(100);
        assertThat(names).allMatch(name -> name.compareTo(KeyFiller.TEMPLATE) > 0);
    }

    @Test
    void eachTableHasACopyOfTheRowUnderEachName(@TempDir Path folder)
            throws RowTableException, InterruptedException {
        BucketId bucket = BucketId.random(new SplittableRandom(1), 16);
        ObjectKey template = new ObjectKey(bucket, KeyFiller.TEMPLATE);
        StoredRow row = StoredRow.whole(new Row(7, 0, 0, 0, List.of(), Slot.UNTOUCHED));
        for (String dc : List.of("dc1", "dc2")) {
            try (RowTable table = RocksRowTable.open(folder.resolve(dc).resolve("metadata"))) {
                assertThat(table.store(template, row, null)).isTrue();
            }
        }
        List<String> progress = new ArrayList<>();

        KeyFiller.Filled filled = KeyFiller.fill(folder, 2, 12_345, progress::add);

        assertThat(filled.rowBytes()).isGreaterThan(KeyFiller.name(0).length());
        assertThat(progress).hasSize(10).last().asString().contains("24,690 of 24,690 rows");
        for (String dc : List.of("dc1", "dc2")) {
            try (RowTable table = RocksRowTable.open(folder.resolve(dc).resolve("metadata"))) {
                assertThat(table.keys(null, 20_000).keys()).hasSize(12_346).isSorted();
                ObjectKey some = new ObjectKey(bucket, KeyFiller.name(12_344));
                assertThat(table.load(some).orElseThrow().stored()).isEqualTo(row);
            }
        }
    }
}
