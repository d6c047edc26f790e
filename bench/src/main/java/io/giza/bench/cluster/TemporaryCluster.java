package io.giza.bench.cluster;

import io.giza.standalone.config.Credentials;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A cluster for one measurement: its own JVM, free ports, a folder that is deleted at the end. */
public final class TemporaryCluster implements AutoCloseable {
    /** What the line of endpoints begins with. */
    static final String READY = "ready ";

    /** Of all clusters that this process starts, and of nobody else. */
    private static final Credentials CREDENTIALS = Credentials.random();

    /** The secret between their services, which opens their metrics. */
    public static final String TOKEN = Credentials.random().secretKey();

    private final List<String> command;
    private final Path folder;
    private Process process;
    private List<URI> endpoints = List.of();

    private TemporaryCluster(List<String> command, Path folder) throws IOException {
        this.command = command;
        this.folder = folder;
        this.process = launch();
    }

    /**
     * Starts a cluster and waits until it is ready.
     *
     * @param parent where its folder is made
     * @param moreOptions further options of its JVM
     */
    public static TemporaryCluster start(
            Path parent, int dcs, String coding, List<String> moreOptions) throws IOException {
        return start(parent, dcs, coding, moreOptions, Map.of());
    }

    /** Starts a cluster with settings of its services, such as {@code giza.requests.x}. */
    public static TemporaryCluster start(
            Path parent,
            int dcs,
            String coding,
            List<String> moreOptions,
            Map<String, String> settings)
            throws IOException {
        Path folder = Files.createTempDirectory(parent, "giza-bench-");
        Files.writeString(folder.resolve("cluster.token"), TOKEN);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(folder.toString(), String.valueOf(dcs), coding));
        settings.forEach((key, value) -> arguments.add(key + "=" + value));
        List<String> command =
                ClusterJvm.command(
                        ClusterJvm.Program.own(ClusterProcess.class),
                        arguments,
                        folder,
                        moreOptions);
        return new TemporaryCluster(command, folder);
    }

    private Process launch() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("GIZA_ACCESS_KEY", CREDENTIALS.accessKey());
        builder.environment().put("GIZA_SECRET_KEY", CREDENTIALS.secretKey());
        Process started = builder.start();
        // Not closed here: the process would take a closed pipe for its end.
        BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
        @Nullable String line = output.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = output.readLine();
        }
        if (line == null) {
            started.destroyForcibly();
            delete(folder);
            throw new IllegalStateException("the temporary cluster did not start");
        }
        endpoints =
                Arrays.stream(line.substring(READY.length()).split(" ", -1))
                        .map(URI::create)
                        .toList();
        return started;
    }

    /** Returns the S3 credentials of temporary clusters. */
    public static Credentials credentials() {
        return CREDENTIALS;
    }

    /** Returns what signs requests to temporary clusters. */
    public static RequestSigner signer() {
        return new RequestSigner(CREDENTIALS.accessKey(), CREDENTIALS.secretKey(), "us-east-1");
    }

    /** Returns the gateways, dc1's first. */
    public List<URI> endpoints() {
        return endpoints;
    }

    /** Returns the folder of its data. */
    public Path folder() {
        return folder;
    }

    /** Returns the number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Returns the CPU time of its process, by the system's account, which costs it nothing. */
    public CpuMeter cpu() {
        return () ->
                process.info()
                                .totalCpuDuration()
                                .orElseThrow(
                                        () ->
                                                new IllegalStateException(
                                                        "the temporary cluster has ended, or its CPU"
                                                                + " time is hidden"))
                                .toNanos()
                        / 1e9;
    }

    /** Stops the cluster and keeps its folder. */
    public void stop() throws IOException {
        ClusterJvm.stop(process);
    }

    /** Starts it again after it was stopped. */
    public void restart() throws IOException {
        process = launch();
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                stop();
            }
        } finally {
            delete(folder);
        }
    }

    /** Deletes a folder and all that is in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
