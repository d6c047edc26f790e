package io.giza.standalone.control;

import io.giza.standalone.config.ControlAddress;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Gives orders to the cluster that runs on a data folder. */
public final class ControlClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Path folder;
    private final ControlAddress address;

    private ControlClient(Path folder, ControlAddress address) {
        this.folder = folder;
        this.address = address;
    }

    /**
     * Finds the cluster.
     *
     * @throws RefusedException if none runs on the folder
     */
    public static ControlClient of(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return new ControlClient(absolute, ControlAddress.read(absolute));
    }

    /**
     * Returns the data centers, dc1 first.
     *
     * @throws RefusedException if the cluster does not answer within two minutes
     */
    public List<DcStatus> list() {
        return parse(listAsJson());
    }

    /**
     * Returns the access key that the cluster's gateways take, with its secret.
     *
     * @throws RefusedException if the cluster does not answer within two minutes
     */
    public Credentials credentials() {
        return JSON.readValue(send(request("/credentials").GET().build()), Credentials.class);
    }

    /** Returns the data centers as the cluster writes them, an array of {@link DcStatus}. */
    public String listAsJson() {
        return send(request("/dcs").GET().build());
    }

    /** Has an empty data center take the place of a lost one, at other ports if there are any. */
    public List<DcStatus> replace(String name, OptionalInt port) {
        return execute(name, "replace" + (port.isPresent() ? "?port=" + port.getAsInt() : ""));
    }

    /** Gives an order, such as {@code stop} or {@code start}, and returns when it is done. */
    public List<DcStatus> execute(String name, String command) {
        if (!name.matches("[a-z0-9-]{1,63}")) {
            throw new RefusedException("there is no data center '" + name + "'.");
        }
        return parse(
                send(
                        request("/dc/" + name + "/" + command)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.endpoint().resolve(path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + address.token());
    }

    private String send(HttpRequest request) {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new RefusedException(
                        JSON.readTree(response.body()).path("error").asString("refused."));
            }
            return response.body();
        } catch (IOException e) {
            throw new RefusedException(
                    "the cluster on "
                            + folder
                            + " does not answer: if it was killed, start it again with './giza"
                            + " up'.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException("interrupted.", e);
        }
    }

    private static List<DcStatus> parse(String json) {
        return JSON.readValue(json, new TypeReference<List<DcStatus>>() {});
    }
}
