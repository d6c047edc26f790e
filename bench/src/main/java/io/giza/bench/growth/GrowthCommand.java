package io.giza.bench.growth;

import io.giza.bench.cli.ClustersFolder;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.filling.DiskNeed;
import io.giza.bench.load.LoadOptions;
import io.giza.config.ByteSize;
import io.giza.metadata.table.RowTableException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Measures what puts and gets cost beside many keys. */
@Command(
        name = "growth",
        description = {
            "Measures puts of new keys and gets of random ones beside many keys in one bucket.",
            "For each number of keys it starts a cluster of three data centers, which is deleted"
                    + " afterwards. The keys are copied into the tables of the stopped cluster."
        })
public final class GrowthCommand implements Callable<Integer> {
    private static final int MAX_KEYS = 100_000_000;
    private static final int MAX_CLIENTS = 1024;
    private static final int MAX_ROUNDS = 100;
    private static final int MAX_SECONDS = 3600;
    private static final long MAX_BYTES = 64L << 20;
    private static final int DCS = 3;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            split = ",",
            defaultValue = "100000,1000000",
            description =
                    "How many keys there are before, one after the other (default"
                            + " ${DEFAULT-VALUE}).")
    List<Integer> keys = List.of();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4KiB",
            converter = SizeConverter.class,
            description = "Size of each object that is put (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Requests under way at a time (default ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Windows of puts and of gets, in turn (default ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "How long a window is (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Seconds of puts and of gets before, not measured (default ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--idle",
            paramLabel = "N",
            defaultValue = "30",
            description =
                    "Seconds without a call at the end, in which CPU is measured too (default"
                            + " ${DEFAULT-VALUE}).")
    int idleSeconds;

    @Mixin final ClustersFolder folder = new ClustersFolder();

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException, RowTableException {
        GrowthDriver.Plan plan = plan();
        for (int some : keys) {
            DiskNeed.require(folder.path(), some, DCS);
        }
        GrowthDriver driver = new GrowthDriver(plan, this::progress);
        List<GrowthResult.Line> lines = new ArrayList<>();
        for (int some : keys) {
            lines.add(driver.measure(folder.path(), some, LoadOptions.jvmOptions()));
        }
        GrowthResult result = new GrowthResult(plan.objectBytes(), clients, rounds, seconds, lines);
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(),
                result,
                () -> GrowthTable.of(result));
        return result.errors() == 0 ? 0 : 1;
    }

    private GrowthDriver.Plan plan() {
        for (int some : keys) {
            InvalidOption.requireWithin(spec, "--keys", some, 1, MAX_KEYS);
        }
        InvalidOption.requireWithin(spec, "--clients", clients, 1, MAX_CLIENTS);
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--warm-up", warmUpSeconds, 0, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--idle", idleSeconds, 1, MAX_SECONDS);
        long bytes = Objects.requireNonNull(size).bytes();
        if (bytes > MAX_BYTES) {
            throw InvalidOption.of(spec, "--size must be 0B to 64MiB");
        }
        return new GrowthDriver.Plan(bytes, clients, rounds, seconds, warmUpSeconds, idleSeconds);
    }

    private void progress(String line) {
        PrintWriter errors = Objects.requireNonNull(spec).commandLine().getErr();
        errors.println(line);
        errors.flush();
    }
}
