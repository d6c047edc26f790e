package io.giza.console.cluster;

import io.giza.signature.CredentialScope;
import io.giza.signature.PercentEncoding;
import io.giza.signature.RequestSigner;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Asks the Admin API as somebody: each request is signed with their key. */
public final class AdminApi {
    private static final String API = "/_giza/admin/v1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REFUSAL = 300;

    private final Gateways gateways;
    private final HttpClient http;
    private final InstantSource clock;
    private final JsonMapper json;

    /** Asks gateways. */
    public AdminApi(Gateways gateways, HttpClient http, InstantSource clock, JsonMapper json) {
        this.gateways = gateways;
        this.http = http;
        this.clock = clock;
        this.json = json;
    }

    /** Returns as whom the cluster knows somebody. */
    public JsonNode whoAmI(Credentials who) {
        return get(who, "/whoami");
    }

    /** Shows something. */
    public JsonNode get(Credentials who, String path) {
        return get(who, path, Map.of());
    }

    /** Shows something that parameters select. */
    public JsonNode get(Credentials who, String path, Map<String, String> parameters) {
        return send(who, new Ask("GET", path, query(parameters), new byte[0]));
    }

    /** Has something done. */
    public JsonNode post(Credentials who, String path, Map<String, ?> fields) {
        return send(who, new Ask("POST", path, "", body(fields)));
    }

    /** Sets something. */
    public JsonNode put(Credentials who, String path, Map<String, ?> fields) {
        return send(who, new Ask("PUT", path, "", body(fields)));
    }

    /** Takes something away. */
    public JsonNode delete(Credentials who, String path) {
        return send(who, new Ask("DELETE", path, "", new byte[0]));
    }

    /** Returns a name as a segment of a path. */
    public static String segment(String name) {
        return PercentEncoding.encode(name);
    }

    private record Ask(String method, String path, String query, byte[] body) {}

    private byte[] body(Map<String, ?> fields) {
        return fields.isEmpty() ? new byte[0] : json.writeValueAsBytes(new TreeMap<>(fields));
    }

    private static String query(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(each -> segment(each.getKey()) + "=" + segment(each.getValue()))
                        .collect(Collectors.joining("&"));
    }

    private JsonNode send(Credentials who, Ask ask) {
        URI endpoint = gateways.current().endpoint();
        String target = endpoint + API + ask.path + (ask.query.isEmpty() ? "" : "?" + ask.query);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(target))
                        .timeout(PATIENCE)
                        .method(ask.method, BodyPublishers.ofByteArray(ask.body));
        new RequestSigner(who.accessKey(), who.secretKey(), CredentialScope.ADMIN)
                .headers(
                        new RequestSigner.Signed(
                                ask.method,
                                API + ask.path,
                                ask.query,
                                RequestSigner.host(endpoint),
                                ask.body),
                        clock.instant())
                .forEach(request::header);
        try {
            return result(http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AdminException(
                    AdminException.UNREACHABLE,
                    "The gateway " + endpoint + " does not answer: is the cluster running?");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdminException(AdminException.UNREACHABLE, "The console is ending.");
        }
    }

    private JsonNode result(HttpResponse<String> answer) {
        JsonNode node;
        try {
            node = json.readTree(answer.body());
        } catch (JacksonException e) {
            throw notAGateway(answer);
        }
        if (!node.path("schema").asString("").startsWith("giza.")) {
            throw notAGateway(answer);
        }
        if (answer.statusCode() >= REFUSAL) {
            throw new AdminException(
                    answer.statusCode(),
                    node.path("error").asString("the gateway answered " + answer.statusCode()));
        }
        return node;
    }

    private static AdminException notAGateway(HttpResponse<String> answer) {
        return new AdminException(
                AdminException.UNREACHABLE,
                answer.uri().getAuthority()
                        + " answered "
                        + answer.statusCode()
                        + " and is no gateway of Giza: look at giza.console.gateways.");
    }
}
