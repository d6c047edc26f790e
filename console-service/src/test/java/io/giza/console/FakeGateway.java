package io.giza.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A gateway that knows keys by their names and answers what it was told to, and notes what it was
 * asked for. Signatures are the gateway's own tests' business: here a key is its secret.
 */
final class FakeGateway implements AutoCloseable {
    private static final String API = "/_giza/admin/v1";

    private final HttpServer server;
    private final Map<String, String> roles = new ConcurrentHashMap<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    FakeGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Lets a key in, with a role. */
    void admit(String key, String role) {
        roles.put(key, role);
    }

    /** Lets a key in no more. */
    void disable(String key) {
        roles.remove(key);
    }

    /** Answers a request, such as "GET /bucket". */
    void answer(String request, String body) {
        answers.put(request, body);
    }

    List<String> asked() {
        return asked;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        String request = exchange.getRequestMethod() + " " + path;
        asked.add(request);
        var _ = exchange.getRequestBody().readAllBytes();
        String authorization =
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String key = authorization.replaceFirst(".*Credential=([^/]*)/.*", "$1");
        String role = roles.get(key);
        if (role == null) {
            answer(
                    exchange,
                    path.startsWith(API) ? 401 : 403,
                    "{\"schema\":\"giza.error/1\",\"code\":\"no\",\"error\":\"Unknown key.\"}");
        } else if (path.equals(API + "/whoami")) {
            answer(
                    exchange,
                    200,
                    "{\"schema\":\"giza.whoami/1\",\"access_key\":\"%s\",\"account\":\"default\",\"role\":\"%s\"}"
                            .formatted(key, role));
        } else {
            answer(exchange, 200, answers.getOrDefault(request, "{\"schema\":\"giza.none/1\"}"));
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
