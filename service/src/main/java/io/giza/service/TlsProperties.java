package io.giza.service;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;

import java.nio.file.Path;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * How a service speaks TLS to the others, under {@code giza.tls}.
 *
 * @param bundle the name of a Spring SSL bundle ({@code spring.ssl.bundle.*}) that https endpoints
 *     of the topology are called with; the JDK's trust store where it is left out
 * @param gatewayCa a file of certificates of those who vouch for the gateways of other regions,
 *     whose certificate is that of S3; the JDK's trust store where the file is not there, and
 *     {@code bundle} where it is left out
 */
@ConfigurationProperties("giza.tls")
record TlsProperties(@Nullable String bundle, @Nullable Path gatewayCa) {
    public TlsProperties {
        if (bundle != null && bundle.isBlank()) {
            throw new IllegalArgumentException(
                    "giza.tls.bundle is empty: name one of spring.ssl.bundle.*, or leave it out");
        }
    }

    /** Returns what gateways of other regions are called with, null for the JDK's trust store. */
    @Nullable Supplier<SSLContext> gatewayContext(ObjectProvider<SslBundles> bundles) {
        if (gatewayCa == null) {
            return context(bundles);
        }
        try {
            return new AuthorityFile(gatewayCa);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("giza.tls.gateway-ca: " + e.getMessage(), e);
        }
    }

    /** Returns what https endpoints are called with, null for the JDK's trust store. */
    @Nullable Supplier<SSLContext> context(ObjectProvider<SslBundles> bundles) {
        return bundle == null ? null : RenewedTls.of(bundles.getObject(), bundle);
    }
}
