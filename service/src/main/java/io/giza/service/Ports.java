package io.giza.service;

import io.giza.http.server.Tls;
import io.giza.service.ListeningServer.Port;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * Where a service listens, by the settings {@code server.port}, {@code server.address}, {@code
 * server.ssl}, {@code server.shutdown}, {@code management.server.port} and {@code
 * management.server.address}, as Spring Boot means them.
 */
final class Ports {
    private static final int STANDARD_PORT = 8080;

    /** Of all that start it is among the last, and of all that stop among the first. */
    private static final int SERVICE_PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    /** Whoever asks how a service is gets an answer while its requests end. */
    private static final int MANAGEMENT_PHASE = SERVICE_PHASE - 1;

    /** What is left of Spring's time for a phase is for closing what was cut off. */
    private static final Duration RESERVE = Duration.ofSeconds(1);

    private Ports() {}

    /** Returns the port that a service serves by. */
    static Port ofService(
            ServerProperties properties, SslBundles bundles, Environment environment) {
        int number = Optional.ofNullable(properties.getPort()).orElse(STANDARD_PORT);
        return new Port(
                address(properties.getAddress(), number),
                () -> tls(properties.getSsl(), bundles),
                properties.getShutdown() == Shutdown.GRACEFUL ? grace(environment) : Duration.ZERO,
                SERVICE_PHASE,
                "local.server.port");
    }

    /**
     * Returns the port that tells how a service is, where there is one of its own: in plain HTTP
     * and without a token, for those who can have neither a certificate nor a secret.
     */
    static Optional<Port> ofManagement(ServerProperties properties, Environment environment) {
        return Optional.ofNullable(environment.getProperty("management.server.port", Integer.class))
                .map(
                        number ->
                                new Port(
                                        address(managementAddress(properties, environment), number),
                                        () -> null,
                                        Duration.ZERO,
                                        MANAGEMENT_PHASE,
                                        "local.management.port"));
    }

    private static @Nullable InetAddress managementAddress(
            ServerProperties properties, Environment environment) {
        return Optional.ofNullable(
                        environment.getProperty("management.server.address", InetAddress.class))
                .orElse(properties.getAddress());
    }

    private static InetSocketAddress address(@Nullable InetAddress address, int port) {
        return address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
    }

    private static Duration grace(Environment environment) {
        Duration phase =
                environment.getProperty(
                        "spring.lifecycle.timeout-per-shutdown-phase",
                        Duration.class,
                        Duration.ofSeconds(30));
        return phase.compareTo(RESERVE) > 0 ? phase.minus(RESERVE) : Duration.ZERO;
    }

    private static @Nullable Tls tls(@Nullable Ssl ssl, SslBundles bundles) {
        if (!Ssl.isEnabled(ssl)) {
            return null;
        }
        return new Tls(context(ssl, bundles), certificates(ssl.getClientAuth()));
    }

    private static Supplier<SSLContext> context(Ssl ssl, SslBundles bundles) {
        String name = ssl.getBundle();
        if (name != null) {
            return RenewedTls.of(bundles, name);
        }
        SSLContext fixed = WebServerSslBundle.get(ssl, bundles).createSslContext();
        return () -> fixed;
    }

    private static Tls.ClientCertificate certificates(Ssl.@Nullable ClientAuth clients) {
        return switch (clients) {
            case NEED -> Tls.ClientCertificate.NEEDED;
            case WANT -> Tls.ClientCertificate.WANTED;
            case NONE -> Tls.ClientCertificate.NONE;
            case null -> Tls.ClientCertificate.NONE;
        };
    }
}
