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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
        description = {
            "Starts a cluster of logical data centers in one JVM, with real HTTP between them.",
            "Ctrl-C stops it; started again it has lost nothing."
        },
        footer = {
            "",
            "The first start makes a random access key, which the data folder keeps (access.key,"
                    + " for its owner only); 'giza env' gives it to S3 clients. GIZA_ACCESS_KEY and"
                    + " GIZA_SECRET_KEY, both, take its place. GIZA_JVM_OPTIONS adds options of the"
                    + " JVM, such as -Xmx4g; without it the heap is at most a quarter of this"
                    + " machine's memory."
        })
final class UpCommand implements Callable<Integer> {
    @Mixin private final ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + StandaloneOptions.DEFAULT_PORT,
            description =
                    "First port, 0 for free ones (default ${DEFAULT-VALUE}). Each data center takes"
                            + " a block of ten: +0 S3, +1 metadata, +2 fragments, +3 gc, +4"
                            + " recovery. The console is at +5 of the first one.")
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
            description =
                    "rs(k,m): k data and m parity fragments per stripe, in k+m data centers"
                            + " (default rs(2,1)). lrc(k,l,r): l groups of k/l data fragments and a"
                            + " parity each, and r parities over all, 1 or 2, in k+l+r data"
                            + " centers, 20 at most.")
    @Nullable String coding;

    @Option(
            names = "--stores",
            paramLabel = "KIND",
            description =
                    "embedded: RocksDB and files (default); azurite: an emulator of Azure Storage"
                            + " per data center, installed by npm the first time. It is slow, and"
                            + " loses what is new if it is killed.")
    ClusterShape.@Nullable Stores stores;

    @Option(
            names = "--small-objects",
            paramLabel = "SIZE",
            description =
                    "Objects below it, such as 4MiB, are replicated instead of coded, in as many data"
                            + " centers as bear the same losses (default: none).")
    @Nullable String smallObjects;

    @Option(
            names = "--accounts",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Storage accounts beside 'default', coded alike; name them at every start."
                            + " 'giza key create --account NAME' makes keys for one.")
    List<String> accounts = List.of();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = cluster.out();
        Optional<Credentials> credentials = Credentials.fromEnvironment(System.getenv());
        ClusterShape shape = shape(cluster.data);
        StandaloneOptions keyless =
                StandaloneOptions.in(cluster.data)
                        .withShape(shape)
                        .withPort(port)
                        .withSettings(settings(shape))
                        .withExtraAccounts(accounts)
                        .withConsole();
        StandaloneOptions options = credentials.map(keyless::withCredentials).orElse(keyless);
        out.println("Starting " + shape.dcs() + " data centers ...");
        out.flush();
        StandaloneCluster started = StandaloneCluster.start(options);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> stop(started, out), "stop-the-cluster"));
        out.print(WelcomeScreen.of(started, options).text(sinceBoot()));
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
}
