package io.giza.bench.rivals;

import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.ServerCpu;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.control.ControlClient;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Giza as it takes part: one that is started by the launcher, or one that runs. */
final class GizaStore {
    /** The launcher may have to build it. */
    private static final Duration LONGEST_START = Duration.ofMinutes(15);

    private static final String NAME = "giza";
    private static final String REGION = "us-east-1";
    private static final String DURABILITY =
            "before a put is answered, its fragments and their folder entries are forced (fsync), and"
                    + " so is the metadata in a quorum of data centers";

    private GizaStore() {}

    /**
     * Has the launcher start a cluster as it does for everybody.
     *
     * @param launcher the script
     * @param folder an empty folder for its data
     */
    static Store start(Path launcher, Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        ProcessBuilder builder =
                new ProcessBuilder(
                        launcher.toString(), "up", "--data", data.toString(), "--port", "0");
        ServerProcess server = ServerProcess.start(NAME, builder, folder.resolve("giza.log"));
        try {
            // Written once every service answers.
            server.await(() -> Files.exists(data.resolve("control.json")), LONGEST_START);
            ControlClient control = ControlClient.of(data);
            List<DcStatus> dcs = control.list();
            Credentials keys = control.credentials();
            return new Store(
                    new Store.Profile(NAME, version(launcher), redundancy(data), DURABILITY),
                    dcs.getFirst().s3(),
                    new RequestSigner(keys.accessKey(), keys.secretKey(), REGION),
                    server.cpu(),
                    server::close);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Takes a cluster that runs; its gateway tells the CPU time of its process. */
    static Store running(URI endpoint, Map<String, String> variables) {
        String token = variables.getOrDefault("GIZA_CLUSTER_TOKEN", "");
        if (token.isEmpty()) {
            throw new IllegalStateException(
                    "--endpoint needs GIZA_CLUSTER_TOKEN in the environment, to ask for the CPU time"
                            + " of Giza: it is in cluster.token in the cluster's folder.");
        }
        RequestSigner signer = RequestSigner.of(variables);
        S3Client client =
                new S3Client(signer, token, new byte[0], RequestSigner.Payload.UNSIGNED, 1);
        CpuMeter cpu = new ServerCpu(client, List.of(endpoint));
        return new Store(
                new Store.Profile(
                        NAME, "running at " + endpoint, "as that cluster is set up", DURABILITY),
                endpoint,
                signer,
                cpu,
                client::close);
    }

    private static String version(Path launcher) throws IOException {
        return ServerProcess.firstLineOf(launcher.toString(), "version").replaceFirst("^giza ", "");
    }

    private static String redundancy(Path data) {
        return DataFolder.shapeOf(data)
                .map(
                        shape ->
                                "%s over %d data centers in one process"
                                        .formatted(shape.coding(), shape.dcs()))
                .orElse("default");
    }
}
