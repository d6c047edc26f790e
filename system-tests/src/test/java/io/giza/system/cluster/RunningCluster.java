package io.giza.system.cluster;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.Target;
import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** A standalone cluster with a client of each of its gateways. */
public final class RunningCluster implements AutoCloseable {
    private final StandaloneOptions options;
    private final Map<String, S3Client> clients = new LinkedHashMap<>();
    private StandaloneCluster cluster;

    private RunningCluster(StandaloneOptions options) {
        this.options = onFreePorts(options).withCredentials(Gateways.KEY);
        cluster = StandaloneCluster.start(this.options);
        connect();
    }

    /** Returns options with ports of this test process, unless the options have a port. */
    public static StandaloneOptions onFreePorts(StandaloneOptions options) {
        return options.port() > 0
                ? options
                : options.withPort(FreePorts.inARow(10 * options.shape().dcs()));
    }

    /** Starts a cluster on free ports. */
    public static RunningCluster start(StandaloneOptions options) {
        return new RunningCluster(options);
    }

    private void connect() {
        cluster.endpoints().forEach(dc -> clients.put(dc.name(), Gateways.client(dc.s3())));
    }

    private void disconnect() {
        clients.values().forEach(S3Client::close);
        clients.clear();
    }

    /** Returns the client of the gateway of one data center. */
    public S3Client s3(String dc) {
        return Objects.requireNonNull(clients.get(dc), dc);
    }

    /**
     * Creates a bucket, also where the client's second attempt finds what its first one made and
     * was not told of: Azure's emulator takes long now and then.
     */
    public void createBucket(String bucket) {
        try {
            s3("dc1").createBucket(r -> r.bucket(bucket));
        } catch (BucketAlreadyOwnedByYouException e) {
            s3("dc1").headBucket(r -> r.bucket(bucket));
        }
    }

    /** Returns a client of a gateway, chosen in turn by a number. */
    public S3Client s3(int turn) {
        return List.copyOf(clients.values()).get(Math.floorMod(turn, clients.size()));
    }

    /** Returns the names of all data centers, dc1 first. */
    public List<String> names() {
        return List.copyOf(clients.keySet());
    }

    /** Returns the names of all data centers but one. */
    public List<String> namesWithout(String dc) {
        return names().stream().filter(name -> !name.equals(dc)).toList();
    }

    /** Returns where the services of a data center listen. */
    public DcStatus status(String dc) {
        return cluster.endpoints().stream()
                .filter(each -> each.name().equals(dc))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the secret between the services. */
    public String token() {
        return cluster.clusterToken();
    }

    /** Returns what asks a gateway as its operator. */
    public AdminClient admin(String dc) {
        return admin(dc, Gateways.KEY.accessKey(), Gateways.KEY.secretKey());
    }

    /** Returns what asks a gateway with an access key. */
    public AdminClient admin(String dc, String accessKey, String secretKey) {
        return new AdminClient(
                new Target(dc, List.of(status(dc).s3()), accessKey, secretKey, null));
    }

    /** Does something while a data center is down, which is up again afterwards. */
    public void whileDown(String dc, Runnable action) {
        cluster.stopDc(dc);
        try {
            action.run();
        } finally {
            cluster.startDc(dc);
        }
    }

    /** Starts a data center that is down. */
    public void start(String dc) {
        cluster.startDc(dc);
    }

    /** Throws away all that a data center stores. */
    public void wipe(String dc) {
        cluster.wipeDc(dc);
    }

    /** Has an empty data center take the place of one that has lost everything. */
    public void replace(String dc) {
        cluster.replaceDc(dc, OptionalInt.empty());
    }

    /** Has an empty data center take the place of a lost one, at the ports behind all others. */
    public void replaceElsewhere(String dc) {
        int last = cluster.endpoints().getLast().s3().getPort();
        cluster.replaceDc(dc, OptionalInt.of(last + 10));
        disconnect();
        connect();
    }

    /** Returns what a recovery worker answers, as JSON. */
    public String ask(String dc, String method, String path) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(status(dc).recovery().resolve(path))
                            .header("Authorization", "Bearer " + token())
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stops everything and starts it on the same folder. */
    public void restart() {
        whileStopped(() -> {});
    }

    /** Does something while everything is stopped. */
    public void whileStopped(Runnable action) {
        disconnect();
        cluster.close();
        action.run();
        cluster = StandaloneCluster.start(options);
        connect();
    }

    @Override
    public void close() {
        disconnect();
        cluster.close();
    }
}
