package io.giza.bench.filling;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Tells at each tenth how many rows were written. For any number of threads. */
final class FillProgress {
    private static final int PARTS = 10;

    private final AtomicLong written = new AtomicLong();
    private final long all;
    private final Consumer<String> progress;

    FillProgress(long all, Consumer<String> progress) {
        this.all = all;
        this.progress = progress;
    }

    void add(long more) {
        long after = written.addAndGet(more);
        if (more > 0 && after * PARTS / all > (after - more) * PARTS / all) {
            progress.accept(
                    String.format(Locale.ROOT, "filling the tables: %,d of %,d rows", after, all));
        }
    }
}
