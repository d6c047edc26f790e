package io.giza.bench.recovery;

import io.giza.bench.cluster.ClusterOperator.RebuildCounts;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.load.LoadDriver;
import io.giza.bench.load.LoadResult;
import io.giza.bench.load.Workload;
import io.giza.bench.report.Median;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts of clients while fragments are rebuilt, and while they are not, in turn. */
final class ForegroundDriver {
    private final RecoveryDriver recovery;
    private final S3Client client;
    private final Workload workload;
    private final List<Window> idleWindows = new ArrayList<>();
    private final List<Window> rebuildWindows = new ArrayList<>();
    private int windowCount;

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
        recovery.putWhileStopped();
        if (number % 2 == 0) {
            idleWindows.add(window(false));
            rebuildWindows.add(window(true));
        } else {
            rebuildWindows.add(window(true));
            idleWindows.add(window(false));
        }
    }

    private Window window(boolean isRebuilding) throws IOException, InterruptedException {
        Map<String, RebuildCounts> before = recovery.rebuilt();
        RebuildCounts first = new RebuildCounts(0, 0);
        if (isRebuilding) {
            recovery.startCatchUp();
            // Rows come before fragments.
            first = recovery.awaitFirstFragment(before);
        }
        long began = System.nanoTime();
        String bucket = "giza-bench-puts-" + ++windowCount;
        LoadResult puts = new LoadDriver(workload, client, recovery.endpoints(), bucket).run();
        double seconds = (System.nanoTime() - began) / 1e9;
        RebuildCounts done =
                RecoveryDriver.sum(recovery.rebuilt())
                        .minus(RecoveryDriver.sum(before))
                        .minus(first);
        boolean finished = isRebuilding && recovery.isRebuilt(before);
        if (isRebuilding) {
            recovery.awaitRebuilt(before, System.nanoTime());
        }
        return new Window(puts, done.bytes() / 1e6 / seconds, finished);
    }

    /** Returns a line for each way. */
    List<RecoveryResult.Foreground> lines() {
        return List.of(line(false, idleWindows), line(true, rebuildWindows));
    }

    private static RecoveryResult.Foreground line(boolean isRebuilding, List<Window> windows) {
        List<LoadResult.Line> puts =
                windows.stream().flatMap(each -> each.puts().operations().stream()).toList();
        if (puts.isEmpty()) {
            throw new IllegalStateException("no put succeeded");
        }
        List<Double> p99 = puts.stream().map(LoadResult.Line::p99Ms).toList();
        return new RecoveryResult.Foreground(
                isRebuilding,
                Median.of(puts.stream().map(LoadResult.Line::opsPerS).toList()),
                Median.of(puts.stream().map(LoadResult.Line::p50Ms).toList()),
                Median.of(p99),
                Median.of(windows.stream().map(Window::rebuiltMbPerS).toList()),
                (int) windows.stream().filter(Window::finished).count(),
                windows.stream().mapToLong(each -> each.puts().errors()).sum(),
                p99);
    }
}
