package io.giza.cli.cluster;

import io.giza.signature.PercentEncoding;
import io.giza.signature.RequestSigner;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Asks the Admin API of a cluster. */
public final class AdminClient implements AutoCloseable {
    private static final String API = "/_giza/admin/v1";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int REFUSAL = 300;
    private static final int UNAUTHENTIC = 401;
    private static final int FORBIDDEN = 403;

    private final Target target;
    private final RequestSigner signer;
    private final HttpClient http;

    /** Asks a cluster; nothing is sent yet. */
    public AdminClient(Target target) {
        this.target = target;
        this.signer = target.signer();
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT);
        if (target.ca() != null) {
            builder.sslContext(TrustedAuthority.of(target.ca()));
        }
        this.http = builder.build();
    }

    /** Returns the cluster that is asked. */
    public Target target() {
        return target;
    }

    /** Shows something. */
    public JsonNode get(String path) {
        return send("GET", path, Map.of(), Map.of());
    }

    /** Shows something that parameters select. */
    public JsonNode get(String path, Map<String, String> parameters) {
        return send("GET", path, parameters, Map.of());
    }

    /** Has something done. */
    public JsonNode post(String path, Map<String, ?> fields) {
        return send("POST", path, Map.of(), fields);
    }

    /** Sets something. */
    public JsonNode put(String path, Map<String, String> fields) {
        return send("PUT", path, Map.of(), fields);
    }

    /** Takes something away. */
    public JsonNode delete(String path) {
        return send("DELETE", path, Map.of(), Map.of());
    }

    /**
     * Asks one gateway after the other, until one answers.
     *
     * @throws CommandException if none does, or one refuses
     */
    private JsonNode send(
            String method, String path, Map<String, String> parameters, Map<String, ?> fields) {
        List<String> silent = new ArrayList<>();
        for (URI endpoint : target.endpoints()) {
            try {
                return result(sendTo(endpoint, method, path, parameters, fields));
            } catch (ConnectException | HttpConnectTimeoutException e) {
                silent.add(endpoint + " cannot be reached");
            } catch (IOException e) {
                // It may have been done, so nobody else is asked to.
                if (!method.equals("GET")) {
                    throw new CommandException(
                            ExitCode.UNREACHABLE,
                            endpoint + " did not answer, and it may have been done: " + e,
                            e);
                }
                silent.add(endpoint + " does not answer: " + e.getMessage());
            }
        }
        throw new CommandException(ExitCode.UNREACHABLE, String.join("; ", silent) + ".");
    }

    private HttpResponse<String> sendTo(
            URI endpoint,
            String method,
            String path,
            Map<String, String> parameters,
            Map<String, ?> fields)
            throws IOException {
        byte[] body =
                fields.isEmpty()
                        ? new byte[0]
                        : JSON.writeValueAsString(new TreeMap<>(fields))
                                .getBytes(StandardCharsets.UTF_8);
        String query =
                new TreeMap<>(parameters)
                        .entrySet().stream()
                                .map(
                                        each ->
                                                PercentEncoding.encode(each.getKey())
                                                        + "="
                                                        + PercentEncoding.encode(each.getValue()))
                                .collect(Collectors.joining("&"));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                URI.create(
                                        endpoint
                                                + API
                                                + path
                                                + (query.isEmpty() ? "" : "?" + query)))
                        .timeout(PATIENCE)
                        .method(method, BodyPublishers.ofByteArray(body));
        signer.headers(
                        new RequestSigner.Signed(
                                method, API + path, query, RequestSigner.host(endpoint), body),
                        Instant.now())
                .forEach(request::header);
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.UNREACHABLE, "interrupted.", e);
        }
    }

    private static JsonNode result(HttpResponse<String> answer) {
        JsonNode json;
        try {
            json = JSON.readTree(answer.body());
        } catch (JacksonException e) {
            throw new CommandException(
                    ExitCode.REFUSED,
                    answer.uri().getAuthority()
                            + " answered "
                            + answer.statusCode()
                            + " and no JSON: is it a gateway of Giza?",
                    e);
        }
        if (!json.path("schema").asString("").startsWith("giza.")) {
            throw new CommandException(
                    ExitCode.REFUSED,
                    answer.uri().getAuthority() + " is no gateway that has the Admin API.");
        }
        int status = answer.statusCode();
        if (status >= REFUSAL) {
            String sentence =
                    json.path("error").asString("the gateway answered " + answer.statusCode());
            throw new CommandException(
                    status == UNAUTHENTIC || status == FORBIDDEN
                            ? ExitCode.NOT_ALLOWED
                            : ExitCode.REFUSED,
                    sentence);
        }
        return json;
    }

    @Override
    public void close() {
        http.close();
    }
}
