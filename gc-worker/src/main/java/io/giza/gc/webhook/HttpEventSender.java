package io.giza.gc.webhook;

import io.giza.gc.event.EventSender;
import io.giza.service.webhook.NotificationProperties.Webhook;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.Map;

/**
 * Posts signed messages to the webhooks of the configuration, and to nothing else: redirections are
 * not followed. A webhook took a message if it answered with a status from 200 to 299.
 */
public final class HttpEventSender implements EventSender, AutoCloseable {
    private static final int LEAST_OK = 200;
    private static final int MOST_OK = 299;

    private final Map<String, Webhook> webhooks;
    private final InstantSource clock;
    private final HttpClient http;

    /**
     * Makes a sender.
     *
     * @param webhooks those that there are, by name
     * @param clock the time that is signed
     */
    public HttpEventSender(Map<String, Webhook> webhooks, InstantSource clock) {
        this.webhooks = Map.copyOf(webhooks);
        this.clock = clock;
        this.http =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
    }

    @Override
    public Result send(String webhook, byte[] message) {
        Webhook known = webhooks.get(webhook);
        if (known == null) {
            return new NotTaken("giza.notifications.webhooks has no such webhook");
        }
        byte[] secret;
        try {
            secret = Files.readString(known.secret()).strip().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            return new NotTaken("its secret-file cannot be read: " + e);
        }
        return secret.length == 0
                ? new NotTaken("its secret-file is empty")
                : send(known, secret, message);
    }

    private Result send(Webhook webhook, byte[] secret, byte[] message) {
        HttpRequest request =
                HttpRequest.newBuilder(webhook.uri())
                        .timeout(webhook.timeout())
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "Giza")
                        .header(
                                WebhookSignature.HEADER,
                                WebhookSignature.of(secret, clock.instant(), message))
                        .POST(BodyPublishers.ofByteArray(message))
                        .build();
        try {
            HttpResponse<Void> answer = http.send(request, BodyHandlers.discarding());
            int status = answer.statusCode();
            return status >= LEAST_OK && status <= MOST_OK
                    ? new Taken()
                    : new NotTaken("it answered with status " + status);
        } catch (IOException e) {
            return new NotTaken("it does not answer: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new NotTaken("sending was interrupted");
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
