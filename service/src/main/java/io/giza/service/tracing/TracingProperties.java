package io.giza.service.tracing;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.net.URI;

/**
 * Whether and where requests are traced, under {@code giza.tracing}.
 *
 * @param endpoint where spans are sent to by OTLP over HTTP, such as {@code
 *     http://collector:4318/v1/traces}; nothing is traced where it is left out
 * @param sample the share of clients' requests that is traced, 0 to 1; services that are called go
 *     by what their caller does
 * @param trustClients whether a trace of the client is gone on with, and its decision to trace is
 *     followed; otherwise the request has a trace of its own, which names the client's
 */
@ConfigurationProperties("giza.tracing")
public record TracingProperties(
        @Nullable String endpoint,
        @DefaultValue("0.05") double sample,
        @DefaultValue("false") boolean trustClients) {
    public TracingProperties {
        endpoint = endpoint == null || endpoint.isBlank() ? null : requireUrl(endpoint.strip());
        if (!(sample >= 0 && sample <= 1)) {
            throw new IllegalArgumentException(
                    "giza.tracing.sample is "
                            + sample
                            + ": set it to the share of requests to trace, 0 to 1");
        }
    }

    private static String requireUrl(String endpoint) {
        if (!endpoint.matches("https?://[^/]+/.+") || !isUri(endpoint)) {
            throw new IllegalArgumentException(
                    "giza.tracing.endpoint is "
                            + endpoint
                            + ": set it to the whole URL of a collector, such as"
                            + " http://collector:4318/v1/traces");
        }
        return endpoint;
    }

    private static boolean isUri(String text) {
        try {
            return URI.create(text).getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
