package io.giza.gateway.encryption.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyManagement.Failed;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.model.Bytes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Against a server that answers as the transit engine's documentation says. */
class VaultTransitTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final byte[] DATA_KEY = new byte[32];
    private static final byte[] CONTEXT = {1, 2, 3};

    private final AtomicInteger status = new AtomicInteger(200);
    private HttpServer server;
    private Path token;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        token = folder.resolve("token");
        Files.writeString(token, "s.token\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/transit/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What is bound is part of the ciphertext here, so another one is told from it. */
    private void answer(HttpExchange exchange) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String path = exchange.getRequestURI().getPath();
        String bound = body.path("associated_data").asString();
        boolean allowed = "s.token".equals(exchange.getRequestHeaders().getFirst("X-Vault-Token"));
        if (!allowed) {
            reply(exchange, 403, Map.of("errors", "permission denied"));
        } else if (status.get() != 200) {
            reply(exchange, status.get(), Map.of());
        } else if (path.equals("/v1/transit/encrypt/photos")) {
            String text = bound + "0000" + body.path("plaintext").asString();
            reply(exchange, 200, Map.of("data", Map.of("ciphertext", "vault:v7:" + text)));
        } else if (path.equals("/v1/transit/decrypt/photos")
                && body.path("ciphertext").asString().startsWith("vault:v7:" + bound + "0000")) {
            String text =
                    body.path("ciphertext")
                            .asString()
                            .substring(("vault:v7:" + bound).length() + 4);
            reply(exchange, 200, Map.of("data", Map.of("plaintext", text)));
        } else {
            reply(exchange, 400, Map.of("errors", "encryption key not found"));
        }
    }

    private static void reply(HttpExchange exchange, int code, Map<String, ?> json)
            throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(json);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private VaultTransit vault(int port) {
        return new VaultTransit(
                new VaultProperties(
                        "http://127.0.0.1:" + port,
                        "transit",
                        "",
                        token.toString(),
                        Duration.ofSeconds(20)));
    }

    private VaultTransit vault() {
        return vault(server.getAddress().getPort());
    }

    private static KeyProblem problem(Object result) {
        return ((Failed) result).problem();
    }

    @Test
    void whatWasWrappedIsUnwrappedWithTheSameContextAlone() {
        try (VaultTransit vault = vault()) {
            var wrapped = (KeyManagement.Wrapped) vault.wrap("photos", DATA_KEY, CONTEXT);
            assertThat(wrapped.version()).isEqualTo("7");
            var opened =
                    (KeyManagement.Unwrapped)
                            vault.unwrap("photos", "7", wrapped.wrapped(), CONTEXT);
            assertThat(opened.dataKey()).isEqualTo(DATA_KEY);
            assertThat(problem(vault.unwrap("photos", "7", wrapped.wrapped(), new byte[] {9})))
                    .isEqualTo(KeyProblem.LOST);
            assertThat(problem(vault.unwrap("other", "7", wrapped.wrapped(), CONTEXT)))
                    .isEqualTo(KeyProblem.LOST);
        }
    }

    @Test
    void whatVaultRefusesIsToldFromAVaultThatDoesNotAnswer() throws IOException {
        try (VaultTransit vault = vault()) {
            assertThat(problem(vault.wrap("unknown", DATA_KEY, CONTEXT)))
                    .isEqualTo(KeyProblem.NO_SUCH_KEY);
            status.set(503);
            assertThat(problem(vault.wrap("photos", DATA_KEY, CONTEXT)))
                    .isEqualTo(KeyProblem.UNREACHABLE);
            status.set(200);
            Files.writeString(token, "s.expired");
            assertThat(problem(vault.wrap("photos", DATA_KEY, CONTEXT)))
                    .isEqualTo(KeyProblem.NO_SUCH_KEY);
            Files.writeString(token, "s.token");
            assertThat(vault.wrap("photos", DATA_KEY, CONTEXT))
                    .isInstanceOf(KeyManagement.Wrapped.class);
            server.stop(0);
            assertThat(problem(vault.wrap("photos", DATA_KEY, CONTEXT)))
                    .isEqualTo(KeyProblem.UNREACHABLE);
        }
    }

    @Test
    void whatVaultDidNotWrapIsNotSentToIt() {
        try (VaultTransit vault = vault(1)) {
            Bytes other = Bytes.copyOf("\"}\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(problem(vault.unwrap("photos", "1", other, CONTEXT)))
                    .isEqualTo(KeyProblem.LOST);
        }
    }

    @Test
    void settingsThatCannotBeAreRefusedByName() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(
                        () ->
                                new VaultProperties(
                                        "https://vault", "transit", "", "", Duration.ofSeconds(1)))
                .withMessageContaining("giza.encryption.vault.token-file");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(
                        () ->
                                new VaultProperties(
                                        "vault", "transit", "", "t", Duration.ofSeconds(1)))
                .withMessageContaining("giza.encryption.vault.address");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(
                        () ->
                                new VaultProperties(
                                        "https://vault", "../sys", "", "t", Duration.ofSeconds(1)))
                .withMessageContaining("giza.encryption.vault.mount");
    }
}
