package io.giza.service.webhook;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What is told of the events of buckets, under {@code giza.notifications}. Gateways know which
 * webhooks there are; workers send to them.
 *
 * @param webhooks where events are sent, by the names that buckets call them by
 * @param keepFor how long an event is tried to be sent
 * @param interval how long after a look for events the next one begins
 */
@ConfigurationProperties("giza.notifications")
public record NotificationProperties(
        @DefaultValue Map<String, Webhook> webhooks,
        @DefaultValue("7d") Duration keepFor,
        @DefaultValue("1s") Duration interval) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Duration MOST_KEPT = Duration.ofDays(90);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMillis(1);

    /**
     * Where events are sent.
     *
     * @param url the URL that they are posted to
     * @param secretFile a file with the secret that they are signed with, read anew for each; only
     *     workers read it
     * @param timeout how long a webhook may take to answer
     */
    public record Webhook(
            @DefaultValue("") String url,
            @DefaultValue("") String secretFile,
            @DefaultValue("10s") Duration timeout) {
        /** Returns where it is. */
        public URI uri() {
            return URI.create(url);
        }

        /** Returns where its secret is. */
        public Path secret() {
            return Path.of(secretFile);
        }
    }

    public NotificationProperties {
        webhooks = Map.copyOf(webhooks);
        webhooks.forEach(NotificationProperties::requireValid);
        requireInRange("keep-for", keepFor, MOST_KEPT);
        requireInRange("interval", interval, LONGEST_INTERVAL);
    }

    private static void requireValid(String name, Webhook webhook) {
        String key = "webhooks." + name;
        require(
                NAME.matcher(name).matches(),
                key + " must be called by 1 to 64 letters, digits, - and _");
        require(
                isWeb(webhook.url()),
                key + ".url must be an http or https URL without user or fragment");
        require(
                !webhook.secretFile().isEmpty(),
                key + ".secret-file must name a file with the secret that events are signed with");
        requireInRange(key + ".timeout", webhook.timeout(), LONGEST_TIMEOUT);
    }

    private static boolean isWeb(String text) {
        try {
            URI uri = new URI(text);
            String scheme = String.valueOf(uri.getScheme());
            return (scheme.equals("https") || scheme.equals("http"))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static void requireInRange(String key, Duration value, Duration most) {
        require(
                value.compareTo(LEAST) >= 0 && value.compareTo(most) <= 0,
                key + " must be " + LEAST + " to " + most + ", not " + value);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException("giza.notifications." + message);
        }
    }
}
