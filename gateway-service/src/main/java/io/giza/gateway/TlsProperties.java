package io.giza.gateway;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How a gateway speaks TLS to the other services, under {@code giza.tls}.
 *
 * @param bundle the name of a Spring SSL bundle ({@code spring.ssl.bundle.*}) that https endpoints
 *     of the topology are called with; the JDK's trust store where it is left out
 */
@ConfigurationProperties("giza.tls")
public record TlsProperties(@Nullable String bundle) {
    public TlsProperties {
        if (bundle != null && bundle.isBlank()) {
            throw new IllegalArgumentException(
                    "giza.tls.bundle is empty: name one of spring.ssl.bundle.*, or leave it out");
        }
    }
}
