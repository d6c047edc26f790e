package io.giza.bench.cluster;

import io.giza.wire.FragmentRoutes;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stops and starts the data centers of a temporary cluster, and asks its workers and stores. */
public final class ClusterOperator implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern BYTES =
            Pattern.compile(
                    "giza_fragment_bytes_total\\{.*direction=\"([a-z]+)\".*\\} ([0-9.eE+]+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI control;
    private final String controlToken;
    private final String clusterToken;

    public ClusterOperator(Path folder) throws IOException {
        JsonNode address = JSON.readTree(Files.readString(folder.resolve("control.json")));
        control = URI.create(address.path("endpoint").asString(""));
        controlToken = address.path("token").asString("");
        clusterToken = Files.readString(folder.resolve("cluster.token")).strip();
    }

    /**
     * A data center.
     *
     * @param s3 its gateway
     * @param fragments its fragment-service
     * @param gc its gc-worker
     * @param recovery its recovery-worker
     */
    public record DataCenter(
            String name, boolean isRunning, URI s3, URI fragments, URI gc, URI recovery) {}

    /**
     * What a recovery worker rebuilt since it started.
     *
     * @param fragments how many fragments
     * @param bytes their bytes
     */
    public record RebuildCounts(long fragments, long bytes) {
        public RebuildCounts minus(RebuildCounts before) {
            return new RebuildCounts(fragments - before.fragments, bytes - before.bytes);
        }

        public RebuildCounts plus(RebuildCounts other) {
            return new RebuildCounts(fragments + other.fragments, bytes + other.bytes);
        }
    }

    public List<DataCenter> runningDataCenters() throws IOException, InterruptedException {
        List<DataCenter> dcs = new ArrayList<>();
        for (JsonNode dc : JSON.readTree(send("GET", control.resolve("/dcs"), controlToken))) {
            dcs.add(
                    new DataCenter(
                            dc.path("name").asString(""),
                            dc.path("running").asBoolean(false),
                            uri(dc, "s3"),
                            uri(dc, "fragments"),
                            uri(dc, "gc"),
                            uri(dc, "recovery")));
        }
        return dcs.stream().filter(DataCenter::isRunning).toList();
    }

    private static URI uri(JsonNode dc, String field) {
        return URI.create(dc.path(field).asString(""));
    }

    public void stop(String dc) throws IOException, InterruptedException {
        send("POST", control.resolve("/dc/" + dc + "/stop"), controlToken);
    }

    public void start(String dc) throws IOException, InterruptedException {
        send("POST", control.resolve("/dc/" + dc + "/start"), controlToken);
    }

    /** Has all recovery workers compare the data centers now. */
    public void startCatchUp() throws IOException, InterruptedException {
        for (DataCenter dc : runningDataCenters()) {
            send("POST", dc.recovery.resolve("/internal/recovery/catch-up"), clusterToken);
        }
    }

    /** Has all gc-workers sweep now. */
    public void startGarbageCollection() throws IOException, InterruptedException {
        for (DataCenter dc : runningDataCenters()) {
            send("POST", dc.gc.resolve("/internal/gc/sweep"), clusterToken);
        }
    }

    /** Tells whether every job of catching up is some worker's, and none is at it. */
    public boolean isIdle() throws IOException, InterruptedException {
        Set<String> held = new HashSet<>();
        Set<String> all = new HashSet<>();
        for (DataCenter dc : runningDataCenters()) {
            URI status = dc.recovery.resolve("/internal/recovery/status");
            for (JsonNode job : JSON.readTree(send("GET", status, clusterToken)).path("jobs")) {
                String name = job.path("job").asString("");
                String state = job.path("state").asString("");
                if (!name.startsWith("recovery/")) {
                    continue;
                }
                if (state.equals("running")) {
                    return false;
                }
                all.add(name);
                if (state.equals("waiting")) {
                    held.add(name);
                }
            }
        }
        return held.equals(all);
    }

    /** Returns the jobs of garbage collection that no worker did to their end since then. */
    public Set<String> collectionsToDo(Instant since) throws IOException, InterruptedException {
        List<JsonNode> workers = new ArrayList<>();
        for (DataCenter dc : runningDataCenters()) {
            URI status = dc.gc.resolve("/internal/gc/status");
            workers.add(JSON.readTree(send("GET", status, clusterToken)));
        }
        return toDo(workers, "", since);
    }

    /** Returns the jobs of comparing the data centers that no worker did to their end since. */
    public Set<String> comparisonsToDo(Instant since) throws IOException, InterruptedException {
        List<JsonNode> workers = new ArrayList<>();
        for (DataCenter dc : runningDataCenters()) {
            URI status = dc.recovery.resolve("/internal/recovery/status");
            workers.add(JSON.readTree(send("GET", status, clusterToken)));
        }
        return toDo(workers, "recovery/", since);
    }

    /** Reads from what the workers tell which jobs none of them ended since. */
    static Set<String> toDo(List<JsonNode> workers, String prefix, Instant since) {
        Set<String> all = new TreeSet<>();
        Set<String> done = new HashSet<>();
        for (JsonNode worker : workers) {
            for (JsonNode job : worker.path("jobs")) {
                String name = job.path("job").asString("");
                if (name.startsWith(prefix)) {
                    all.add(name);
                    String ended = job.path("ended").asString("");
                    boolean isRunning = job.path("state").asString("").equals("running");
                    if (!isRunning && !ended.isEmpty() && !Instant.parse(ended).isBefore(since)) {
                        done.add(name);
                    }
                }
            }
        }
        all.removeAll(done);
        return all;
    }

    /** Returns what the worker of each data center rebuilt. */
    public Map<String, RebuildCounts> rebuilt() throws IOException, InterruptedException {
        Map<String, RebuildCounts> rebuilt = new LinkedHashMap<>();
        for (DataCenter dc : runningDataCenters()) {
            URI status = dc.recovery.resolve("/internal/recovery/status");
            JsonNode counts = JSON.readTree(send("GET", status, clusterToken)).path("counts");
            rebuilt.put(
                    dc.name,
                    new RebuildCounts(
                            counts.path("rebuiltFragments").asLong(0),
                            counts.path("rebuiltBytes").asLong(0)));
        }
        return rebuilt;
    }

    /** Returns the bytes of fragments that each data center's store sent or received. */
    public Map<String, Double> transferred(String direction)
            throws IOException, InterruptedException {
        Map<String, Double> bytes = new LinkedHashMap<>();
        for (DataCenter dc : runningDataCenters()) {
            String text = send("GET", dc.fragments.resolve("/actuator/prometheus"), clusterToken);
            bytes.put(dc.name, bytes(text, direction));
        }
        return bytes;
    }

    /** Reads the bytes of a direction from a fragment-service's text for Prometheus. */
    static double bytes(String text, String direction) {
        double sum = 0;
        for (String line : text.lines().toList()) {
            Matcher matcher = BYTES.matcher(line);
            if (matcher.matches() && matcher.group(1).equals(direction)) {
                sum += Double.parseDouble(matcher.group(2));
            }
        }
        return sum;
    }

    /** Tells whether no store holds a fragment. */
    public boolean hasNoFragments() throws IOException, InterruptedException {
        for (DataCenter dc : runningDataCenters()) {
            URI page = dc.fragments.resolve(FragmentRoutes.INVENTORY + "?limit=1");
            if (!JSON.readTree(send("GET", page, clusterToken)).path("fragments").isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private String send(String method, URI uri, String token)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .timeout(TIMEOUT)
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(
                    method + " " + uri + " answered " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    @Override
    public void close() {
        http.close();
    }
}
