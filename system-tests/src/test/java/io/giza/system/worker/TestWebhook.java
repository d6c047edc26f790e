package io.giza.system.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.giza.signature.SigV4;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A webhook that takes what is signed, and can be down. */
final class TestWebhook implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final byte[] secret;
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile boolean isDown;

    TestWebhook(String secret) throws IOException {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/events", this::answer);
        server.setExecutor(Thread::startVirtualThread);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/events";
    }

    void takeDown() {
        isDown = true;
    }

    void bringUp() {
        isDown = false;
    }

    /** Returns each event as its name and its key. */
    Set<String> told() {
        return Set.copyOf(told);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signature = exchange.getRequestHeaders().getFirst("Giza-Signature");
            int status = isDown ? 503 : isSigned(signature, body) ? 204 : 401;
            if (status == 204) {
                note(JSON.readTree(body).path("Records").path(0));
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private boolean isSigned(String signature, byte[] body) {
        String time = signature.substring("t=".length(), signature.indexOf(','));
        String signed = time + "." + new String(body, StandardCharsets.UTF_8);
        return signature.equals("t=" + time + ",v1=" + SigV4.hexHmac(secret, signed));
    }

    private void note(JsonNode record) {
        told.add(
                record.path("eventName").asString()
                        + " "
                        + record.path("s3").path("object").path("key").asString());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
