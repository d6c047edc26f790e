package io.giza.bench.azurite;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import io.giza.azure.blob.BlockBuffers;
import io.giza.azurite.AzuriteInstallation;
import io.giza.azurite.AzuriteProcess;
import io.giza.azurite.AzuriteUnavailableException;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.report.Json;
import io.giza.config.ByteSize;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Measures the stores of Azure beside what the emulator does for bare clients. */
@Command(
        name = "azurite",
        description = {
            "Measures our table and blob store on Azurite, in turn with the same requests by bare",
            "HTTP, which is Azurite's own ceiling, and by Azure's SDK. Starts an emulator of its",
            "own and deletes it afterwards. It says nothing about Azure."
        })
public final class AzuriteCommand implements Callable<Integer> {
    private static final int MAX_CLIENTS = 256;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_ROUNDS = 100;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "Operations under way at a time, each on a key of its own (default"
                            + " ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "2MiB",
            converter = SizeConverter.class,
            description =
                    "Size of blobs that are put in one request, up to 4MiB; staged ones have"
                            + " 8MiB (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "How long each of the three is measured for each task (default"
                            + " ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "In how many turns (default ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "5",
            description = "Seconds before that, not measured (default ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description = "Where the emulator's folder is made (default ${DEFAULT-VALUE}).")
    @Nullable Path folder;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws Exception {
        InvalidOption.requireWithin(spec, "--clients", clients, 1, MAX_CLIENTS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        InvalidOption.requireWithin(spec, "--warm-up", warmUpSeconds, 0, MAX_SECONDS);
        long bytes = Objects.requireNonNull(size).bytes();
        if (bytes < 1 || bytes > BlockBuffers.LARGE_BYTES) {
            throw InvalidOption.of(spec, "--size must be 1B to 4MiB");
        }
        var plan =
                new ContenderComparison.Plan(
                        clients,
                        rounds,
                        Duration.ofSeconds(seconds).dividedBy(rounds),
                        Duration.ofSeconds(warmUpSeconds),
                        (int) bytes);
        AzuriteResult result = measure(plan);
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(json ? Json.render(result) : AzuriteTable.of(result));
        out.flush();
        return 0;
    }

    /** As services do: the SDK logs every request, which would be measured too. */
    private static void silenceSdkLog() {
        if (LoggerFactory.getLogger("com.azure") instanceof Logger sdk) {
            sdk.setLevel(Level.OFF);
        }
    }

    AzuriteResult measure(ContenderComparison.Plan plan) throws Exception {
        silenceSdkLog();
        // Before the folder is made, so that nothing is left behind where it cannot be had.
        var _ = requireInstalled();
        Path data = Files.createTempDirectory(Objects.requireNonNull(folder), "giza-bench-");
        try (AzuriteProcess azurite =
                AzuriteProcess.start(data, AzuriteProcess.Ports.ANY, AzuriteProcess.Data.DELETED)) {
            return new AzuriteResult(
                    plan.clients(),
                    plan.blobBytes(),
                    Task.ROW_BYTES,
                    plan.rounds(),
                    seconds,
                    measure(plan, azurite));
        } finally {
            AzuriteInstallation.delete(data);
        }
    }

    private static Path requireInstalled() throws IOException {
        try {
            return AzuriteInstallation.program();
        } catch (AzuriteUnavailableException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static List<AzuriteResult.Line> measure(
            ContenderComparison.Plan plan, AzuriteProcess azurite) throws Exception {
        Payload payload = Payload.of(plan.blobBytes());
        try (PlainHttp ceiling = new PlainHttp(azurite, payload);
                BareSdk sdk = new BareSdk(azurite, payload);
                GizaStores own = new GizaStores(azurite, payload)) {
            return new ContenderComparison(plan, List.of(ceiling, sdk, own), azurite.handle())
                    .run();
        }
    }
}
