package io.giza.bench.listing;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.KeyPage;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.model.ObjectKey;
import io.giza.record.StoredRow;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Gives a stopped cluster's bucket many keys by copying the row of one object, which was put as any
 * other, to further names in each table: a million puts would take hours. What a listing reads is
 * the same.
 */
final class KeyFiller {
    /** The object whose row is copied. It sorts before all others. */
    static final String TEMPLATE = "0";

    /** Enough to fill the tables' group commits. */
    private static final int WRITERS = 128;

    private static final int PER_FOLDER = 100;
    private static final int PAGE = 10_000;

    private KeyFiller() {}

    /** Returns the name of one of many keys: two levels of 100 folders each, in order. */
    static String name(int number) {
        int file = number / (PER_FOLDER * PER_FOLDER);
        int folder = number / PER_FOLDER % PER_FOLDER;
        return "a%02d/b%02d/c%04d".formatted(number % PER_FOLDER, folder, file);
    }

    /** Fills the tables of the data centers of a stopped cluster. */
    static void fill(Path clusterFolder, int dcs, int keys)
            throws RowTableException, InterruptedException {
        for (int dc = 1; dc <= dcs; dc++) {
            Path folder = clusterFolder.resolve("dc" + dc).resolve("metadata");
            try (RowTable table = RocksRowTable.open(folder);
                    ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
                ObjectKey template = templateIn(table);
                StoredRow row = table.load(template).map(TaggedRow::stored).orElseThrow();
                List<Future<Void>> work = new ArrayList<>();
                for (int writer = 0; writer < WRITERS; writer++) {
                    int first = writer;
                    work.add(
                            writers.submit(
                                    () -> {
                                        for (int key = first; key < keys; key += WRITERS) {
                                            var copy = new ObjectKey(template.bucket(), name(key));
                                            table.store(copy, row, null);
                                        }
                                        return null;
                                    }));
                }
                await(work);
            }
        }
    }

    private static void await(List<Future<Void>> work) throws InterruptedException {
        for (Future<Void> one : work) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a table could not be filled", e.getCause());
            }
        }
    }

    private static ObjectKey templateIn(RowTable table) throws RowTableException {
        @Nullable ObjectKey after = null;
        while (true) {
            KeyPage page = table.keys(after, PAGE);
            for (ObjectKey key : page.keys()) {
                if (key.name().equals(TEMPLATE)) {
                    return key;
                }
            }
            if (!page.hasMore()) {
                throw new IllegalStateException("the object to copy is not in the table");
            }
            after = page.keys().getLast();
        }
    }
}
