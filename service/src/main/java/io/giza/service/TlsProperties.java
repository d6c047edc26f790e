package io.giza.service;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;

import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * How a service speaks TLS to the others, under {@code giza.tls}.
 *
 * @param bundle the name of a Spring SSL bundle ({@code spring.ssl.bundle.*}) that https endpoints
 *     of the topology are called with; the JDK's trust store where it is left out
 */
@ConfigurationProperties("giza.tls")
record TlsProperties(@Nullable String bundle) {
    public TlsProperties {
        if (bundle != null && bundle.isBlank()) {
            throw new IllegalArgumentException(
                    "giza.tls.bundle is empty: name one of spring.ssl.bundle.*, or leave it out");
        }
    }

    /** Returns what https endpoints are called with, null for the JDK's trust store. */
    @Nullable Supplier<SSLContext> context(ObjectProvider<SslBundles> bundles) {
        return bundle == null ? null : RenewedTls.of(bundles.getObject(), bundle);
    }
}
