package io.giza.gateway.encryption.vault;

import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.model.Bytes;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Named keys of Vault's transit engine, over its HTTP API: encrypt and decrypt, with what a data
 * key is bound to as associated data. Keys never leave Vault, and every put or get of an object
 * under a named key asks it once.
 *
 * @see <a href="https://developer.hashicorp.com/vault/api-docs/secret/transit">Transit API</a>
 */
public final class VaultTransit implements KeyManagement, AutoCloseable {
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final Pattern CIPHERTEXT =
            Pattern.compile("vault:v(\\d{1,9}):[A-Za-z0-9+/=]{1,4096}");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PLAINTEXT = "plaintext";
    private static final String WRAPPED = "ciphertext";

    private final VaultProperties settings;
    private final HttpClient http;

    /** Calls the Vault that the settings name. */
    public VaultTransit(VaultProperties settings) {
        this.settings = settings;
        this.http = HttpClient.newBuilder().connectTimeout(settings.timeout()).build();
    }

    @Override
    public WrapResult wrap(String key, byte[] dataKey, byte[] context) {
        Map<String, String> body =
                Map.of(PLAINTEXT, base64(dataKey), "associated_data", base64(context));
        return switch (call("encrypt", key, body)) {
            case Answered(JsonNode data) -> {
                String text = data.path(WRAPPED).asString("");
                Matcher matcher = CIPHERTEXT.matcher(text);
                yield matcher.matches()
                        ? new Wrapped(
                                matcher.group(1),
                                Bytes.copyOf(text.getBytes(StandardCharsets.US_ASCII)))
                        : unreachable("Vault answered no ciphertext");
            }
            case Refused(Failed failed) -> failed;
        };
    }

    @Override
    public UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context) {
        String text = new String(wrapped.toArray(), StandardCharsets.US_ASCII);
        if (!CIPHERTEXT.matcher(text).matches()) {
            return new Failed(KeyProblem.LOST, "the data key was not wrapped by Vault");
        }
        Map<String, String> body = Map.of(WRAPPED, text, "associated_data", base64(context));
        return switch (call("decrypt", key, body)) {
            case Answered(JsonNode data) -> unwrapped(data.path(PLAINTEXT).asString(""));
            // The data key is there, and so was its key once.
            case Refused(Failed(KeyProblem problem, String detail)) ->
                    new Failed(
                            problem == KeyProblem.NO_SUCH_KEY ? KeyProblem.LOST : problem, detail);
        };
    }

    private static UnwrapResult unwrapped(String text) {
        try {
            return new Unwrapped(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return unreachable("Vault answered no plaintext");
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Failed unreachable(String detail) {
        return new Failed(KeyProblem.UNREACHABLE, detail);
    }

    private sealed interface Answer {}

    private record Answered(JsonNode data) implements Answer {}

    private record Refused(Failed failed) implements Answer {}

    private Answer call(String operation, String key, Map<String, String> body) {
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri(operation, key))
                            .timeout(settings.timeout())
                            .header("X-Vault-Token", Files.readString(settings.token()).strip())
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
            if (!settings.namespace().isEmpty()) {
                request.header("X-Vault-Namespace", settings.namespace());
            }
            return answer(key, http.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException | JacksonException e) {
            return new Refused(unreachable("Vault does not answer: " + e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Refused(unreachable("the call of Vault was interrupted"));
        }
    }

    /** Names of keys were checked where they came in, and need no encoding. */
    private URI uri(String operation, String key) {
        return URI.create(
                settings.address() + "/v1/" + settings.mount() + "/" + operation + "/" + key);
    }

    private static Answer answer(String key, HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case OK -> new Answered(JSON.readTree(response.body()).path("data"));
            // Vault says so of a key that is not there, and of what another key encrypted.
            case BAD_REQUEST, NOT_FOUND ->
                    new Refused(
                            new Failed(
                                    KeyProblem.NO_SUCH_KEY,
                                    "Vault has no key " + key + " that can do it"));
            case FORBIDDEN ->
                    new Refused(
                            new Failed(
                                    KeyProblem.NO_SUCH_KEY,
                                    "Vault does not let this gateway use the key " + key));
            default ->
                    new Refused(unreachable("Vault answered with status " + response.statusCode()));
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
