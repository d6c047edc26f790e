package io.giza.service.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.service.webhook.NotificationProperties.Webhook;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;

class NotificationPropertiesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static NotificationProperties of(String name, Webhook webhook) {
        return new NotificationProperties(Map.of(name, webhook), Duration.ofDays(7), SECOND);
    }

    @Test
    void aWebhookHasAUrlAndASecret() {
        Webhook webhook = new Webhook("https://hooks.test:8443/a?b=c", "/secret", SECOND);
        assertThat(of("my_hook-1", webhook).webhooks()).containsEntry("my_hook-1", webhook);
    }

    @ParameterizedTest
    @CsvSource({
        "a hook, https://hooks.test/, /secret, webhooks.a hook must be called by",
        "hook, '', /secret, webhooks.hook.url must be",
        "hook, ftp://hooks.test/, /secret, webhooks.hook.url must be",
        "hook, https:///path, /secret, webhooks.hook.url must be",
        "hook, https://user@hooks.test/, /secret, webhooks.hook.url must be",
        "hook, https://hooks.test/#a, /secret, webhooks.hook.url must be",
        "hook, not a url, /secret, webhooks.hook.url must be",
        "hook, https://hooks.test/, '', webhooks.hook.secret-file must name"
    })
    void whatIsNoneIsRefusedByItsKey(String name, String url, String secret, String why) {
        assertThatThrownBy(() -> of(name, new Webhook(url, secret, SECOND)))
                .hasMessageStartingWith("giza.notifications." + why);
    }

    @Test
    void durationsAreBounded() {
        assertThatThrownBy(
                        () -> of("hook", new Webhook("https://h.test/", "/s", Duration.ofHours(1))))
                .hasMessageContaining("webhooks.hook.timeout must be");
        assertThatThrownBy(() -> new NotificationProperties(Map.of(), Duration.ofDays(91), SECOND))
                .hasMessageContaining("keep-for must be");
        assertThatThrownBy(
                        () ->
                                new NotificationProperties(
                                        Map.of(), Duration.ofDays(1), Duration.ZERO))
                .hasMessageContaining("interval must be");
    }
}
