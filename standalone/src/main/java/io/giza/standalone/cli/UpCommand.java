package io.giza.standalone.cli;

import io.giza.config.ByteSize;
import io.giza.model.Coding;
import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.StandaloneOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Starts a cluster and runs it until the process is told to stop. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Starts a cluster of logical data centers on this machine.")
final class UpCommand implements Callable<Integer> {
    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "giza-data",
            description = "Where everything is stored (default ./giza-data).")
    @Nullable Path data;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + StandaloneOptions.DEFAULT_PORT,
            description = "First port, 0 for free ones (default ${DEFAULT-VALUE}).")
    int port;

    @Option(names = "--dcs", paramLabel = "N", description = "Data centers (default 3).")
    @Nullable Integer dcs;

    @Option(
            names = "--metadata-dcs",
            paramLabel = "N",
            description = "How many of them agree on metadata, 3 to 11 (default 3).")
    @Nullable Integer metadataDcs;

    @Option(
            names = "--coding",
            paramLabel = "SCHEME",
            description = "rs(k,m) or lrc(k,l,r), a data center per fragment (default rs(2,1)).")
    @Nullable String coding;

    @Option(
            names = "--stores",
            paramLabel = "KIND",
            description = "embedded, or azurite: an emulator of Azure per data center.")
    ClusterShape.@Nullable Stores stores;

    @Option(
            names = "--small-objects",
            paramLabel = "SIZE",
            description =
                    "Objects below are replicated instead of coded, such as 4MiB (default: none).")
    @Nullable String smallObjects;

    @Option(
            names = "--accounts",
            paramLabel = "NAME",
            split = ",",
            description = "Storage accounts beside 'default', such as team-a,team-b.")
    List<String> accounts = List.of();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = required(spec).commandLine().getOut();
        Optional<Credentials> credentials = Credentials.fromEnvironment(System.getenv());
        ClusterShape shape = shape(required(data));
        StandaloneOptions options =
                new StandaloneOptions(required(data), port, shape, credentials, settings(shape))
                        .withExtraAccounts(accounts);
        out.println("Starting " + shape.dcs() + " data centers ...");
        out.flush();
        StandaloneCluster cluster = StandaloneCluster.start(options);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> stop(cluster, out), "stop-the-cluster"));
        out.print(WelcomeScreen.of(cluster, options).text(sinceBoot()));
        out.flush();
        new CountDownLatch(1).await();
        return 0;
    }

    /** As many replicas as it takes to bear the losses that the coding bears. */
    private Map<String, String> settings(ClusterShape shape) {
        String threshold = smallObjects;
        if (threshold == null) {
            return Map.of();
        }
        try {
            ByteSize.valueOf(threshold);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("--small-objects: " + e.getMessage() + ".", e);
        }
        int losses = Math.max(1, Coding.parse(shape.coding()).toleratedLosses());
        return Map.of(
                "giza.accounts.default.small-objects.below",
                threshold,
                "giza.accounts.default.small-objects.coding",
                new Coding.ReedSolomon(1, losses).toString());
    }

    /** What is not asked for is as the folder has it, or else the default. */
    private ClusterShape shape(Path folder) {
        ClusterShape kept = DataFolder.shapeOf(folder).orElse(ClusterShape.DEFAULT);
        return new ClusterShape(
                dcs == null ? kept.dcs() : dcs,
                metadataDcs == null ? kept.metadataDcs() : metadataDcs,
                coding == null ? kept.coding() : coding,
                stores == null ? kept.stores() : stores);
    }

    private static void stop(StandaloneCluster cluster, PrintWriter out) {
        cluster.close();
        out.println();
        out.println("Giza has stopped; './giza up' on the same folder continues where it was.");
        out.flush();
    }

    private static Duration sinceBoot() {
        long boot = ManagementFactory.getRuntimeMXBean().getStartTime();
        return Duration.between(Instant.ofEpochMilli(boot), Instant.now());
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return value;
    }
}
