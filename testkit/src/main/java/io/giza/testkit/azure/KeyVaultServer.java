package io.giza.testkit.azure;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.giza.model.Bytes;

import org.jspecify.annotations.Nullable;

import reactor.core.publisher.Mono;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of an Azure Key Vault on the loopback, with RSA keys of their own: getting, wrapping and
 * unwrapping by the REST protocol, behind its challenge. It can refuse, be busy, and hang.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/keyvault/keys/operation-groups">Keys</a>
 */
public final class KeyVaultServer implements AutoCloseable {
    private static final String TOKEN = "token-of-the-gateway";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern PATH =
            Pattern.compile("/keys/([A-Za-z0-9-]{1,127})/([a-z0-9]{32})?(/wrapkey|/unwrapkey)?");

    private final URI url =
            URI.create(
                    "https://giza-"
                            + UUID.randomUUID().toString().substring(24)
                            + ".vault.azure.net");
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, List<VaultKey>> keys = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<Bytes> sentToBeWrapped = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Failure failure = new Failure(500, "InternalError", "");
    private volatile String resource = "https://vault.azure.net";
    private volatile String pause = "";
    private volatile boolean isHanging;

    private record Failure(int status, String code, String inner) {}

    private KeyVaultServer(HttpServer server) {
        this.server = server;
    }

    /** Starts a vault without keys. */
    public static KeyVaultServer start() {
        try {
            KeyVaultServer vault =
                    new KeyVaultServer(
                            HttpServer.create(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            vault.server.setExecutor(vault.threads);
            vault.server.createContext("/", vault::answer);
            vault.server.start();
            return vault;
        } catch (IOException e) {
            throw new UncheckedIOException("a vault cannot be started", e);
        }
    }

    /**
     * Returns where clients find it, by {@link #transport}: a host of its own, since the SDK
     * remembers how each lets in.
     */
    public URI url() {
        return url;
    }

    /** Returns what brings the SDK's requests here. */
    public HttpClient transport() {
        return new LoopbackTransport(
                url.getHost(), server.getAddress().getPort(), Duration.ofMinutes(5));
    }

    /** Returns what lets in. */
    public TokenCredential credential() {
        return credential(TOKEN);
    }

    /** Returns what has a token of somebody else, or of nobody. */
    public TokenCredential credential(String token) {
        return _ ->
                Mono.just(new AccessToken(token, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1)));
    }

    /** Makes a new version of a key, which is the newest, and returns how it is called. */
    public String rotate(String key) {
        VaultKey drawn = VaultKey.drawn();
        keys.computeIfAbsent(key, _ -> new CopyOnWriteArrayList<>()).add(drawn);
        return drawn.version();
    }

    /** Lets all versions of a key be used, or none. */
    public void enable(String key, boolean enabled) {
        keys.computeIfPresent(
                key,
                (_, versions) ->
                        new CopyOnWriteArrayList<>(
                                versions.stream().map(each -> each.enabled(enabled)).toList()));
    }

    /** Deletes a key with all its versions. */
    public void delete(String key) {
        keys.remove(key);
    }

    /** Answers the next requests that have a token like this. */
    public void fail(int times, int status, String code, String innerCode) {
        failure = new Failure(status, code, innerCode);
        failures.set(times);
    }

    /** Asks for a pause of this many seconds with each failure. */
    public void askForPause(String seconds) {
        pause = seconds;
    }

    /** Names another resource in the challenge than the vault's. */
    public void challengeFor(String other) {
        resource = other;
    }

    /** Answers nothing any more, or again. */
    public void hang(boolean hangs) {
        isHanging = hangs;
    }

    /** Returns what was sent to be wrapped. */
    public List<Bytes> sentToBeWrapped() {
        return List.copyOf(sentToBeWrapped);
    }

    /** Returns the requests that had a token, such as {@code POST /keys/a/VERSION/wrapkey}. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public void close() {
        if (closed.getCount() == 0) {
            return;
        }
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            if (isHanging) {
                awaitClose();
            } else if (!("Bearer " + TOKEN).equals(token)) {
                exchange.getResponseHeaders()
                        .add(
                                "WWW-Authenticate",
                                "Bearer authorization=\"https://login.microsoftonline.com/"
                                        + "72f988bf-86f1-41af-91ab-2d7cd011db47\", resource=\""
                                        + resource
                                        + "\"");
                refuse(exchange, new Failure(401, "Unauthorized", ""));
            } else {
                calls.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
                if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    if (!pause.isEmpty()) {
                        exchange.getResponseHeaders().add("Retry-After", pause);
                    }
                    refuse(exchange, failure);
                } else {
                    serve(exchange, body);
                }
            }
        }
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(HttpExchange exchange, byte[] body) throws IOException {
        Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
        boolean isVersioned =
                String.valueOf(exchange.getRequestURI().getQuery()).startsWith("api-version=");
        if (!path.matches() || !isVersioned) {
            refuse(exchange, new Failure(400, "BadParameter", ""));
            return;
        }
        VaultKey key = key(path.group(1), path.group(2));
        if (key == null) {
            refuse(exchange, new Failure(404, "KeyNotFound", ""));
        } else if (path.group(3) == null) {
            reply(exchange, 200, described(path.group(1), key));
        } else if (!key.isEnabled()) {
            refuse(exchange, new Failure(403, "Forbidden", "KeyDisabled"));
        } else {
            use(exchange, path, key, JSON.readTree(body));
        }
    }

    private @Nullable VaultKey key(String name, @Nullable String version) {
        List<VaultKey> versions = new ArrayList<>(keys.getOrDefault(name, List.of()));
        if (version != null) {
            versions.removeIf(each -> !each.version().equals(version));
        }
        return versions.isEmpty() ? null : versions.getLast();
    }

    private Map<String, ?> described(String name, VaultKey key) {
        return Map.of(
                "key",
                Map.of(
                        "kid", kid(name, key),
                        "kty", "RSA",
                        "key_ops", List.of("wrapKey", "unwrapKey"),
                        "n", base64(key.modulus()),
                        "e", base64(key.exponent())),
                "attributes",
                Map.of("enabled", key.isEnabled(), "created", 1, "updated", 1));
    }

    private void use(HttpExchange exchange, Matcher path, VaultKey key, JsonNode body)
            throws IOException {
        try {
            byte[] value = Base64.getUrlDecoder().decode(body.path("value").asString());
            if (!body.path("alg").asString().equals("RSA-OAEP-256")) {
                throw new GeneralSecurityException("another algorithm");
            }
            boolean wraps = path.group(3).equals("/wrapkey");
            if (wraps) {
                sentToBeWrapped.add(Bytes.copyOf(value));
            }
            byte[] result = wraps ? key.wrap(value) : key.unwrap(value);
            reply(exchange, 200, Map.of("kid", kid(path.group(1), key), "value", base64(result)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            refuse(exchange, new Failure(400, "BadParameter", ""));
        }
    }

    private String kid(String name, VaultKey key) {
        return url + "/keys/" + name + "/" + key.version();
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void refuse(HttpExchange exchange, Failure failure) throws IOException {
        Map<String, Object> error = new HashMap<>(Map.of("code", failure.code(), "message", "no"));
        if (!failure.inner().isEmpty()) {
            error.put("innererror", Map.of("code", failure.inner()));
        }
        reply(exchange, failure.status(), Map.of("error", error));
    }

    private static void reply(HttpExchange exchange, int status, Map<String, ?> json)
            throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(json);
        exchange.getResponseHeaders().add("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
