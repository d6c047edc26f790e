package io.giza.bench.load;

import io.giza.bench.Median;
import io.giza.bench.load.Operator.Rebuilt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts of clients while fragments are rebuilt, and while they are not, in turn. */
final class ForegroundDriver {
    private final RecoveryDriver recovery;
    private final S3Client client;
    private final Workload workload;
    private final List<Window> quiet = new ArrayList<>();
    private final List<Window> rebuilding = new ArrayList<>();
    private int windows;

    /**
     * One window.
     *
     * @param rebuiltMbPerS how much was rebuilt meanwhile
     * @param finished whether that was over before the window was
     */
    private record Window(LoadResult puts, double rebuiltMbPerS, boolean finished) {}

    ForegroundDriver(RecoveryDriver recovery, S3Client client, Workload workload) {
        this.recovery = recovery;
        this.client = client;
        this.workload = workload;
    }

    /** Measures both ways, now one first and now the other. */
    void round(int number) throws IOException, InterruptedException {
        recovery.missPuts();
        if (number % 2 == 0) {
            quiet.add(window(false));
            rebuilding.add(window(true));
        } else {
            rebuilding.add(window(true));
            quiet.add(window(false));
        }
    }

    private Window window(boolean rebuilds) throws IOException, InterruptedException {
        Map<String, Rebuilt> before = recovery.rebuilt();
        Rebuilt first = new Rebuilt(0, 0);
        if (rebuilds) {
            recovery.catchUp();
            // Rows come before fragments.
            first = recovery.awaitFirst(before);
        }
        long began = System.nanoTime();
        String bucket = "giza-bench-puts-" + ++windows;
        LoadResult puts = new LoadDriver(workload, client, recovery.endpoints(), bucket).run();
        double took = (System.nanoTime() - began) / 1e9;
        Rebuilt done =
                RecoveryDriver.sum(recovery.rebuilt())
                        .minus(RecoveryDriver.sum(before))
                        .minus(first);
        boolean finished = rebuilds && recovery.isRebuilt(before);
        if (rebuilds) {
            recovery.awaitRebuilt(before, System.nanoTime());
        }
        return new Window(puts, done.bytes() / 1e6 / took, finished);
    }

    /** Returns a line for each way. */
    List<RecoveryResult.Foreground> lines() {
        return List.of(line(false, quiet), line(true, rebuilding));
    }

    private static RecoveryResult.Foreground line(boolean rebuilds, List<Window> windows) {
        List<LoadResult.Line> puts =
                windows.stream().flatMap(each -> each.puts().operations().stream()).toList();
        if (puts.isEmpty()) {
            throw new IllegalStateException("no put succeeded");
        }
        List<Double> p99 = puts.stream().map(LoadResult.Line::p99Ms).toList();
        return new RecoveryResult.Foreground(
                rebuilds,
                Median.of(puts.stream().map(LoadResult.Line::opsPerS).toList()),
                Median.of(puts.stream().map(LoadResult.Line::p50Ms).toList()),
                Median.of(p99),
                Median.of(windows.stream().map(Window::rebuiltMbPerS).toList()),
                (int) windows.stream().filter(Window::finished).count(),
                windows.stream().mapToLong(each -> each.puts().errors()).sum(),
                p99);
    }
}
