package io.giza.bench.listing;

import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.bench.filling.DiskNeed;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Lists a bucket of many keys. */
@Command(
        name = "list",
        description = {
            "Lists a bucket of many keys whole, page by page, and by folders.",
            "Starts a cluster of three data centers, which is deleted afterwards. The keys are"
                    + " copied into its tables, which takes minutes."
        })
public final class ListCommand implements Callable<Integer> {
    private static final int OBJECT_BYTES = 100;
    private static final int MAX_KEYS = 10_000_000;
    private static final int DCS = 3;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many keys the bucket has (default ${DEFAULT-VALUE}).")
    int keys;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description = "Where the cluster's folder is made (default ${DEFAULT-VALUE}).")
    @Nullable Path folder;

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException, RowTableException {
        InvalidOption.requireWithin(spec, "--keys", keys, 1, MAX_KEYS);
        DiskNeed.require(Objects.requireNonNull(folder), keys, DCS);
        ListResult result;
        try (TemporaryCluster cluster =
                        TemporaryCluster.start(
                                Objects.requireNonNull(folder),
                                DCS,
                                "rs(2,1)",
                                LoadOptions.jvmOptions(),
                                Map.of());
                S3Client client = S3Client.ofTemporaryCluster(OBJECT_BYTES, 2)) {
            client.createBucket(cluster.endpoints().getFirst(), ListDriver.BUCKET);
            client.put(
                    cluster.endpoints().getFirst(),
                    "/" + ListDriver.BUCKET + "/" + KeyFiller.TEMPLATE);
            cluster.stop();
            var _ = KeyFiller.fill(cluster.folder(), DCS, keys, this::progress);
            cluster.restart();
            List<URI> gateways = cluster.endpoints();
            result = new ListDriver(client, gateways.getFirst()).run(keys + 1);
        }
        json.print(Objects.requireNonNull(spec).commandLine().getOut(), result, result::text);
        return result.listed() == keys + 1L ? 0 : 1;
    }

    private void progress(String line) {
        PrintWriter errors = Objects.requireNonNull(spec).commandLine().getErr();
        errors.println(line);
        errors.flush();
    }
}
