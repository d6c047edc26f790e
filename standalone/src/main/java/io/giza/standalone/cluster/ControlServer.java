package io.giza.standalone.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.giza.standalone.config.ControlAddress;
import io.giza.standalone.config.RefusedException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes orders for a running cluster, on loopback only and with a token only:
 *
 * <pre>
 * GET  /dcs               the data centers as JSON
 * GET  /credentials       the S3 credentials as JSON
 * POST /dc/{name}/stop    take one down
 * POST /dc/{name}/start   bring it up
 * POST /dc/{name}/wipe    take it down and throw away all that it stores
 * POST /dc/{name}/replace have an empty one take the place of one that has lost everything,
 *                         with ?port=N at the ports from N on
 * </pre>
 *
 * An order is answered when it is done: 200 with the data centers, 401 without the token, 404 for
 * another path, 409 with a sentence when refused.
 */
final class ControlServer implements AutoCloseable {
    private static final Pattern COMMAND =
            Pattern.compile("/dc/([a-z0-9-]{1,63})/(stop|start|wipe|replace)");
    private static final Pattern PORT = Pattern.compile("port=(\\d{1,5})");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BACKLOG = 16;

    private final StandaloneCluster cluster;
    private final ControlAddress address;
    private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
    private @Nullable HttpServer server;

    ControlServer(StandaloneCluster cluster, int port, String token) {
        this.cluster = cluster;
        this.address = new ControlAddress(URI.create("http://127.0.0.1:" + port), token);
    }

    /**
     * Starts to listen.
     *
     * @throws RefusedException if the port is taken
     */
    ControlAddress start() {
        int port = address.endpoint().getPort();
        try {
            HttpServer started =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            started.createContext("/", this::handle);
            started.setExecutor(tasks);
            started.start();
            server = started;
            return address;
        } catch (IOException e) {
            throw new RefusedException(
                    "port "
                            + port
                            + " (control endpoint) is taken: stop what listens there or move all"
                            + " ports with --port.",
                    e);
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
        tasks.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            Matcher command = COMMAND.matcher(path);
            if (!isAuthentic(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, Map.of("error", "the token of control.json is missing."));
            } else if (method.equals("GET") && path.equals("/dcs")) {
                answer(exchange, 200, cluster.endpoints());
            } else if (method.equals("GET") && path.equals("/credentials")) {
                answer(exchange, 200, cluster.credentials());
            } else if (method.equals("POST") && command.matches()) {
                execute(exchange, command.group(1), command.group(2));
            } else {
                answer(exchange, 404, Map.of("error", "there is no such order."));
            }
        }
    }

    private void execute(HttpExchange exchange, String name, String command) throws IOException {
        try {
            switch (command) {
                case "stop" -> cluster.stopDc(name);
                case "wipe" -> cluster.wipeDc(name);
                case "replace" -> cluster.replaceDc(name, port(exchange.getRequestURI()));
                default -> cluster.startDc(name);
            }
        } catch (RefusedException e) {
            answer(exchange, 409, Map.of("error", String.valueOf(e.getMessage())));
            return;
        }
        answer(exchange, 200, cluster.endpoints());
    }

    private static OptionalInt port(URI command) {
        String query = command.getQuery();
        if (query == null) {
            return OptionalInt.empty();
        }
        Matcher port = PORT.matcher(query);
        if (!port.matches()) {
            throw new RefusedException("port must be a number, not '" + query + "'.");
        }
        return OptionalInt.of(Integer.parseInt(port.group(1)));
    }

    /** Takes the same time for every wrong token. */
    private boolean isAuthentic(@Nullable String header) {
        byte[] expected = ("Bearer " + address.token()).getBytes(StandardCharsets.UTF_8);
        byte[] given = header == null ? new byte[0] : header.getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, given);
    }

    private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
