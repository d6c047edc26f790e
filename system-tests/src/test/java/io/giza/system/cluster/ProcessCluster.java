package io.giza.system.cluster;

import static org.awaitility.Awaitility.await;

import software.amazon.awssdk.services.s3.S3Client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Three data centers whose services are processes, so that they can be killed. */
public final class ProcessCluster implements AutoCloseable {
    private static final int DCS = 3;
    private static final Duration START = Duration.ofMinutes(5);
    private static final String GATEWAY = "gateway";
    private static final String WORKER = "gc";
    private static final List<String> SERVICES = List.of(GATEWAY, "metadata", "fragment");
    private static final List<String> ALL = List.of(GATEWAY, "metadata", "fragment", WORKER);
    private static final String WORKER_SETTING = "giza.gc.enabled";

    private final Path folder;
    private final int firstPort = FreePorts.inARow(10 * DCS);
    private final Map<String, S3Client> clients = new HashMap<>();
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();

    private final String heap;
    private final Map<String, String> settings;

    private ProcessCluster(Path folder, String heap, Map<String, String> settings) {
        this.folder = folder;
        this.heap = heap;
        this.settings = Map.copyOf(settings);
    }

    /** Starts all processes and returns when each is healthy. */
    public static ProcessCluster start(Path folder) {
        return start(folder, "192m");
    }

    /**
     * Starts all processes and returns when each is healthy.
     *
     * @param heap the greatest heap of each process, as the JVM's option has it
     */
    public static ProcessCluster start(Path folder, String heap) {
        return start(new ProcessCluster(folder, heap, Map.of()));
    }

    /**
     * Starts all processes, and a gc-worker in {@code dc2}, and returns when each is healthy.
     *
     * @param settings what all are told beside the rest
     */
    public static ProcessCluster startWithWorker(Path folder, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put(WORKER_SETTING, "true");
        return start(new ProcessCluster(folder, "192m", all));
    }

    private static ProcessCluster start(ProcessCluster cluster) {
        try {
            cluster.prepare();
            cluster.names().forEach(cluster::launch);
            cluster.names().forEach(cluster::awaitHealthy);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the names of the data centers. */
    public List<String> names() {
        return List.of("dc1", "dc2", "dc3");
    }

    /** Returns the S3 endpoint of a data center. */
    public URI s3(String dc) {
        return URI.create("http://127.0.0.1:" + port(dc, GATEWAY));
    }

    /** Returns a client with the SDK's default settings. */
    public S3Client client(String dc) {
        return clients.computeIfAbsent(dc, name -> Gateways.client(s3(name)));
    }

    /** Sends SIGKILL to every process of a data center. */
    public void kill(String dc) {
        List<Process> victims =
                services(dc).stream()
                        .map(service -> Objects.requireNonNull(processes.get(dc + "/" + service)))
                        .toList();
        victims.forEach(Process::destroyForcibly);
        victims.forEach(victim -> victim.onExit().join());
    }

    /** Starts the processes of a data center again and returns when each is healthy. */
    public void restart(String dc) {
        launch(dc);
        awaitHealthy(dc);
    }

    private List<String> services(String dc) {
        return dc.equals("dc2") && settings.containsKey(WORKER_SETTING) ? ALL : SERVICES;
    }

    private void launch(String dc) {
        try {
            Path configuration = folder.resolve(dc + ".yaml");
            Files.writeString(configuration, configuration(dc));
            for (String service : services(dc)) {
                processes.put(dc + "/" + service, launch(dc, service, configuration));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unpacks and trains the services: starts from packed jars cost three times as much. */
    private void prepare() {
        Path log = folder.resolve("prepare.log");
        ProcessBuilder preparation =
                new ProcessBuilder(
                                "../dev/cluster.sh",
                                "prepare",
                                "--data",
                                folder.resolve("prepared").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        preparation.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            if (preparation.start().waitFor() != 0) {
                throw new IllegalStateException(Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process launch(String dc, String service, Path configuration) throws IOException {
        Path jar = jar(service + (service.equals(WORKER) ? "-worker" : "-service"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Only gateways compute much: codes, checksums and ciphers.
        command.addAll(
                service.equals(GATEWAY)
                        ? List.of("--add-modules", "jdk.incubator.vector")
                        : List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:AOTCache=" + jar.resolveSibling("classes.aot"),
                        "-Xmx" + heap,
                        "-jar",
                        jar.toString(),
                        "--spring.config.additional-location=file:" + configuration,
                        "--server.port=" + port(dc, service),
                        "--giza.initialize=" + !begun.contains(dc)));
        settings.forEach((key, value) -> command.add("--" + key + "=" + value));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(
                                folder.resolve(dc + "." + service + ".log").toFile()))
                .start();
    }

    private static Path jar(String module) throws IOException {
        Path app = Path.of("..", module, "target", "app").toAbsolutePath().normalize();
        try (Stream<Path> files = Files.list(app)) {
            return files.filter(file -> file.toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no executable jar in " + app));
        }
    }

    private String configuration(String dc) {
        StringBuilder topology = new StringBuilder();
        for (String name : names()) {
            topology.append(
                    """
                          - name: %s
                            metadata: http://127.0.0.1:%d
                            fragments: http://127.0.0.1:%d
                            group: local
                    """
                            .formatted(name, port(name, "metadata"), port(name, "fragment")));
        }
        return """
        giza:
          dc: %s
          cluster-token: a-token-of-this-test-only
          master-key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
          topology:
            epoch: 1
            data-centers:
        %s
          accounts:
            default:
              metadata-dcs: [dc1, dc2, dc3]
              data-dcs: [dc1, dc2, dc3]
              coding: rs(2,1)
          gateway:
            access-key: %s
            secret-key: %s
          metadata.data-dir: %s
          fragment.data-dir: %s
        """
                .formatted(
                        dc,
                        topology.toString().indent(2).stripTrailing(),
                        Gateways.KEY.accessKey(),
                        Gateways.KEY.secretKey(),
                        folder.resolve(dc).resolve("metadata"),
                        folder.resolve(dc).resolve("fragments"));
    }

    private int port(String dc, String service) {
        return firstPort + 10 * names().indexOf(dc) + ALL.indexOf(service);
    }

    private void awaitHealthy(String dc) {
        awaitEach(dc);
        boolean _ = begun.add(dc);
    }

    private void awaitEach(String dc) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String service : services(dc)) {
                Process process = Objects.requireNonNull(processes.get(dc + "/" + service));
                String path = service.equals(GATEWAY) ? "/_giza/health" : "/actuator/health";
                URI uri = URI.create("http://127.0.0.1:" + port(dc, service) + path);
                await(service + " of " + dc)
                        .atMost(START)
                        .failFast("it ended", () -> !process.isAlive())
                        .until(() -> isHealthy(client, uri));
            }
        }
    }

    private static boolean isHealthy(HttpClient client, URI uri) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri).build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        clients.values().forEach(S3Client::close);
        processes.values().forEach(Process::destroy);
        for (Process process : processes.values()) {
            try {
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
