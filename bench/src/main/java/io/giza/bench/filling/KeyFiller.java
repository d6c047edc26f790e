package io.giza.bench.filling;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.KeyPage;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.model.ObjectKey;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Gives a stopped cluster's bucket many keys by copying the row of one object, which was put as any
 * other, to further names in each table: a million puts would take hours. What a listing or a get
 * reads is the same.
 */
public final class KeyFiller {
    /** The object whose row is copied. It sorts before all others. */
    public static final String TEMPLATE = "0";

    private static final int PER_FOLDER = 100;
    private static final int PAGE = 10_000;

    private KeyFiller() {}

    /**
     * What was filled.
     *
     * @param rowBytes the bytes of one copy in one table, key included and before compression
     * @param seconds how long it took
     */
    public record Filled(long rowBytes, double seconds) {}

    /** Returns the name of one of many keys: two levels of 100 folders each. */
    public static String name(int number) {
        int file = number / (PER_FOLDER * PER_FOLDER);
        int folder = number / PER_FOLDER % PER_FOLDER;
        return "a%02d/b%02d/c%04d".formatted(number % PER_FOLDER, folder, file);
    }

    /**
     * Fills the tables of the data centers of a stopped cluster, all at the same time.
     *
     * @param progress hears now and then how far it is
     */
    public static Filled fill(Path clusterFolder, int dcs, int keys, Consumer<String> progress)
            throws RowTableException, InterruptedException {
        long began = System.nanoTime();
        ObjectKey template = template(table(clusterFolder, 1));
        KeyOrder order = KeyOrder.of(template.bucket(), keys, PER_FOLDER);
        FillProgress counted = new FillProgress((long) keys * dcs, progress);
        List<Future<Long>> work = new ArrayList<>();
        try (ExecutorService writers = Executors.newFixedThreadPool(dcs)) {
            for (int dc = 1; dc <= dcs; dc++) {
                RowCopies copies = new RowCopies(table(clusterFolder, dc), template);
                work.add(writers.submit(() -> copies.write(order, counted::add)));
            }
        }
        long rowBytes = 0;
        for (Future<Long> one : work) {
            rowBytes = result(one);
        }
        for (int dc = 1; dc <= dcs; dc++) {
            requireRow(table(clusterFolder, dc), new ObjectKey(template.bucket(), name(keys - 1)));
        }
        return new Filled(rowBytes, (System.nanoTime() - began) / 1e9);
    }

    private static Path table(Path clusterFolder, int dc) {
        return clusterFolder.resolve("dc" + dc).resolve("metadata");
    }

    private static long result(Future<Long> one) throws InterruptedException {
        try {
            return one.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a table could not be filled", e.getCause());
        }
    }

    /** The copies were written past the table's own class, which has to find them. */
    private static void requireRow(Path folder, ObjectKey key) throws RowTableException {
        try (RowTable table = RocksRowTable.open(folder)) {
            if (table.load(key).isEmpty()) {
                throw new IllegalStateException("the table in " + folder + " was not filled");
            }
        }
    }

    private static ObjectKey template(Path folder) throws RowTableException {
        try (RowTable table = RocksRowTable.open(folder)) {
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
}
