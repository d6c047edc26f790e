package io.giza.bench.idle;

import io.giza.bench.cli.ClustersFolder;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cluster.ClusterOperator;
import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.ProcessStats;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.filling.KeyFiller;
import io.giza.bench.load.LoadOptions;
import io.giza.metadata.table.RowTableException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Measures a cluster that has objects and nothing to do. */
@Command(
        name = "idle",
        description = {
            "Measures the CPU of a cluster that has objects and that nobody calls.",
            "Starts a cluster of three data centers in one process, which is deleted afterwards. Nine"
                    + " of ten objects have 1 KiB, and their rows are copied into the tables of the"
                    + " stopped cluster; one of ten has 16 KiB and so fragments, and is put.",
            "Has the workers sweep all of them once before it measures, and says what that costs as"
                    + " well."
        })
public final class IdleCommand implements Callable<Integer> {
    private static final int MAX_OBJECTS = 10_000_000;
    private static final int MAX_CLIENTS = 256;
    private static final int MAX_SECONDS = 86_400;
    private static final int DCS = 3;
    private static final int SPARE_CONNECTIONS = 4;

    /** The default of giza.gc.interval. */
    private static final double COLLECTION_PAUSE_SECONDS = 600;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many objects it has (default ${DEFAULT-VALUE}).")
    int objects;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "How long it is watched (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "16",
            description = "Requests under way while objects are put (default ${DEFAULT-VALUE}).")
    int clients;

    @Mixin final ClustersFolder folder = new ClustersFolder();

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException, RowTableException {
        InvalidOption.requireWithin(spec, "--objects", objects, 1, MAX_OBJECTS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--clients", clients, 1, MAX_CLIENTS);
        IdleResult result = measure();
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(),
                result,
                () -> IdleTable.of(result));
        return 0;
    }

    private IdleResult measure() throws IOException, InterruptedException, RowTableException {
        int connections = clients + SPARE_CONNECTIONS;
        try (TemporaryCluster cluster =
                        TemporaryCluster.start(
                                folder.path(), DCS, "rs(2,1)", LoadOptions.jvmOptions());
                S3Client small =
                        S3Client.ofTemporaryCluster(ObjectFiller.SMALL_BYTES, connections);
                S3Client large =
                        S3Client.ofTemporaryCluster(ObjectFiller.LARGE_BYTES, connections)) {
            long began = System.nanoTime();
            fill(cluster, small, large);
            double fillSeconds = (System.nanoTime() - began) / 1e9;
            CpuMeter cpu = cluster.cpu();
            try (ClusterOperator operator = new ClusterOperator(cluster.folder())) {
                var driver = new IdleDriver(operator, cpu, cluster.pid(), this::progress);
                return result(driver, fillSeconds, cluster.pid());
            }
        }
    }

    private void fill(TemporaryCluster cluster, S3Client small, S3Client large)
            throws IOException, InterruptedException, RowTableException {
        int withFragments = ObjectFiller.withFragments(objects);
        URI gateway = cluster.endpoints().getFirst();
        small.createBucket(gateway, ObjectFiller.BUCKET);
        small.put(gateway, "/" + ObjectFiller.BUCKET + "/" + KeyFiller.TEMPLATE);
        int copies = objects - withFragments - 1;
        if (copies > 0) {
            cluster.stop();
            var _ = KeyFiller.fill(cluster.folder(), DCS, copies, this::progress);
            cluster.restart();
        }
        new ObjectFiller(large, cluster.endpoints(), this::progress).fill(withFragments, clients);
    }

    private IdleResult result(IdleDriver driver, double fillSeconds, long pid)
            throws IOException, InterruptedException {
        IdleResult.Pass comparison = driver.compare();
        IdleResult.Pass collection = driver.collect();
        IdleDriver.Window window = driver.watch(seconds);
        double percent = window.percentOfCore();
        return new IdleResult(
                objects,
                ObjectFiller.withFragments(objects),
                fillSeconds,
                collection,
                comparison,
                seconds,
                window.cpuSeconds(),
                percent,
                percent + collection.percentOfCoreEvery(COLLECTION_PAUSE_SECONDS, percent),
                ProcessStats.residentMebibytes(pid),
                window.threads());
    }

    private void progress(String line) {
        PrintWriter errors = Objects.requireNonNull(spec).commandLine().getErr();
        errors.println(line);
        errors.flush();
    }
}
