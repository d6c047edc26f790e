package io.giza.bench.load;

import io.giza.bench.cli.JsonOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.cluster.ObjectEncryption;
import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.cluster.S3Client;
import io.giza.bench.cluster.TemporaryCluster;
import io.giza.config.ByteSize;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** The options that put, get and mixed have in common, and the run that they describe. */
public final class LoadOptions {
    private static final long SEED = 4;
    private static final int SPARE_CONNECTIONS = 4;

    @Spec(Spec.Target.MIXEE)
    @Nullable CommandSpec spec;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4MiB",
            converter = SizeConverter.class,
            description = "Size of each object, such as 4KiB (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "8",
            description = "Requests under way at a time (default ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long is measured (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "10",
            description = "Seconds before that, not measured (default ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description =
                    "A gateway of a running cluster; may be repeated. It needs what 'giza env' sets,"
                            + " and GIZA_CLUSTER_TOKEN, which is in the cluster's folder. Without"
                            + " one, a cluster is started in a JVM of its own and deleted"
                            + " afterwards.")
    List<URI> endpoints = new ArrayList<>();

    @Option(
            names = "--payload",
            defaultValue = "unsigned",
            converter = PayloadConverter.class,
            description =
                    "Bodies of puts: unsigned as over TLS, or signed by SHA-256 (default"
                            + " ${DEFAULT-VALUE}).")
    RequestSigner.@Nullable Payload payload;

    @Option(
            names = "--encryption",
            defaultValue = "none",
            converter = EncryptionConverter.class,
            description =
                    "How the servers encrypt the objects: none, sse-s3, or sse-c (default"
                            + " ${DEFAULT-VALUE}).")
    @Nullable ObjectEncryption encryption;

    @Option(
            names = "--dcs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Data centers of the temporary cluster (default ${DEFAULT-VALUE}).")
    int dcs;

    @Option(
            names = "--coding",
            paramLabel = "rs(k,m)",
            defaultValue = "rs(2,1)",
            description = "Coding of the temporary cluster (default ${DEFAULT-VALUE}).")
    String coding = "";

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description =
                    "Where the temporary cluster's folder is made (default" + " ${DEFAULT-VALUE}).")
    @Nullable Path folder;

    @Mixin final JsonOption json = new JsonOption();

    /** Reads the name of a mode in lower case. */
    static final class PayloadConverter
            implements CommandLine.ITypeConverter<RequestSigner.Payload> {
        @Override
        public RequestSigner.Payload convert(String value) {
            return RequestSigner.Payload.valueOf(value.toUpperCase(Locale.ROOT));
        }
    }

    /** Reads the name of an encryption in lower case. */
    static final class EncryptionConverter implements CommandLine.ITypeConverter<ObjectEncryption> {
        @Override
        public ObjectEncryption convert(String value) {
            return ObjectEncryption.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** Returns the workload that was asked for; a misuse is reported as one. */
    Workload workload(Workload.Mix mix) {
        try {
            return new Workload(
                    mix,
                    Objects.requireNonNull(size).bytes(),
                    clients,
                    Duration.ofSeconds(warmUpSeconds),
                    Duration.ofSeconds(seconds),
                    Objects.requireNonNull(payload));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Runs it and prints what came out; returns 1 if operations failed. */
    int run(Workload.Mix mix) throws IOException, InterruptedException {
        Workload workload = workload(mix);
        LoadResult result;
        if (endpoints.isEmpty()) {
            try (TemporaryCluster cluster =
                    TemporaryCluster.start(
                            Objects.requireNonNull(folder), dcs, coding, jvmOptions())) {
                result = run(workload, cluster.endpoints());
            }
        } else {
            result = run(workload, endpoints);
        }
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(),
                result,
                () -> LoadTable.of(result));
        return result.errors() == 0 ? 0 : 1;
    }

    private LoadResult run(Workload workload, List<URI> gateways)
            throws IOException, InterruptedException {
        Random random = new Random(SEED);
        byte[] body = new byte[Math.toIntExact(workload.objectBytes())];
        random.nextBytes(body);
        Map<String, String> variables = System.getenv();
        RequestSigner signer =
                endpoints.isEmpty() ? TemporaryCluster.signer() : RequestSigner.of(variables);
        String token =
                endpoints.isEmpty()
                        ? TemporaryCluster.TOKEN
                        : variables.getOrDefault("GIZA_CLUSTER_TOKEN", "");
        if (token.isEmpty()) {
            throw new IllegalArgumentException(
                    "--endpoint needs GIZA_CLUSTER_TOKEN in the environment, to ask for the servers'"
                            + " CPU time: it is in cluster.token in the cluster's folder.");
        }
        int connections = workload.clients() + SPARE_CONNECTIONS;
        try (S3Client client =
                new S3Client(
                        signer,
                        token,
                        body,
                        workload.payload(),
                        Objects.requireNonNull(encryption),
                        connections)) {
            String bucket = "giza-bench-" + Long.toHexString(System.currentTimeMillis());
            return new LoadDriver(workload, client, gateways, bucket).run();
        }
    }

    public static List<String> jvmOptions() {
        return Arrays.stream(System.getenv().getOrDefault("GIZA_JVM_OPTIONS", "").split("\\s+", -1))
                .filter(option -> !option.isEmpty())
                .toList();
    }
}
