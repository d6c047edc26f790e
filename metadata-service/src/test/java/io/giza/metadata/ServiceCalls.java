package io.giza.metadata;

import io.giza.wire.MessageFormat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls of a service without a client of ours: whatever token, type and body. */
final class ServiceCalls implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient browser = HttpClient.newHttpClient();
    private final URI endpoint;

    ServiceCalls(URI endpoint) {
        this.endpoint = endpoint;
    }

    HttpResponse<String> get(String path) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(endpoint.resolve(path)).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> authorized(String path, byte[] body) throws Exception {
        return call(path, "Bearer " + ServiceStart.TOKEN, body);
    }

    HttpResponse<String> call(String path, String authorization, byte[] body) throws Exception {
        return call(path, authorization, MessageFormat.MEDIA_TYPE, body);
    }

    HttpResponse<String> call(String path, String authorization, String type, byte[] body)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.resolve(path))
                        .timeout(TIMEOUT)
                        .POST(BodyPublishers.ofByteArray(body));
        request.header("Content-Type", type);
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return browser.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        browser.close();
    }
}
