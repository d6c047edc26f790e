package io.giza.gateway.identity;

import com.nimbusds.jose.jwk.JWKSet;

import io.giza.service.AuthorityFile;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The keys that an issuer serves, or that lie in a file. Only what the configuration names is
 * asked, and what the issuer itself names by OpenID Connect Discovery; never what a token names.
 */
final class ServedKeys implements KeySource {
    private static final int MOST_BYTES = 256 << 10;
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Issuer issuer;
    private final @Nullable HttpClient http;

    ServedKeys(Issuer issuer) {
        this.issuer = issuer;
        this.http = issuer.file().isPresent() ? null : client(issuer);
    }

    private static HttpClient client(Issuer issuer) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(PATIENCE);
        if (!issuer.ca().isEmpty()) {
            builder.sslContext(new AuthorityFile(Path.of(issuer.ca())).get());
        }
        return builder.build();
    }

    @Override
    public JWKSet fetch() throws IOException {
        try {
            return JWKSet.parse(document());
        } catch (ParseException e) {
            throw new IOException("the keys are no JSON Web Key Set", e);
        }
    }

    private String document() throws IOException {
        HttpClient client = http;
        if (client == null) {
            return file(issuer.file().orElseThrow());
        }
        return issuer.keys().isEmpty()
                ? get(client, discovered(client), false)
                : get(client, issuer.keys(), true);
    }

    private static String file(String path) throws IOException {
        try (InputStream content = Files.newInputStream(Path.of(path))) {
            byte[] bytes = content.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(path + " is longer than " + MOST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private String discovered(HttpClient client) throws IOException {
        String url = issuer.discoveryUrl();
        JsonNode said;
        try {
            said = JSON.readTree(get(client, url, true));
        } catch (JacksonException e) {
            throw new IOException(url + " is no JSON", e);
        }
        if (!said.path("issuer").asString("").equals(issuer.url())) {
            throw new IOException(url + " is of another issuer");
        }
        String keys = said.path("jwks_uri").asString("");
        if (!Issuer.isSafe(keys)) {
            throw new IOException(url + " says no jwks_uri of https");
        }
        return keys;
    }

    /**
     * Asks a server.
     *
     * @param configured whether the configuration names it, so that it may see the token
     */
    private String get(HttpClient client, String url, boolean configured) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(PATIENCE)
                        .header("Accept", "application/json, application/jwk-set+json");
        if (configured && !issuer.tokenFile().isEmpty()) {
            request.header("Authorization", "Bearer " + file(issuer.tokenFile()).strip());
        }
        HttpResponse<byte[]> answer = await(client, request.build(), url);
        if (answer.statusCode() != OK) {
            throw new IOException(url + " answers " + answer.statusCode());
        }
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** The time-out of a request ends with the head of its answer; this one with its body. */
    private static HttpResponse<byte[]> await(HttpClient client, HttpRequest request, String url)
            throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            return answer.get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(url + " does not answer: " + e.getCause(), e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException(url + " does not answer in time", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
