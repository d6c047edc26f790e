package io.giza.service;

import io.giza.http.server.ServiceServer;
import io.giza.http.server.Tls;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Listens when all of a service is there, and stops before anything else of it does. It takes the
 * settings {@code server.port}, {@code server.address}, {@code server.ssl} and {@code
 * server.shutdown} as Spring Boot means them.
 */
final class ListeningServer implements SmartLifecycle {
    /** What Spring's own servers are, so that tests and others find the port alike. */
    private static final String PORT = "local.server.port";

    private static final int STANDARD_PORT = 8080;

    private final ServerProperties properties;
    private final SslBundles bundles;
    private final Entry entry;
    private final Duration grace;
    private final ConfigurableEnvironment environment;
    private @Nullable ServiceServer server;

    /**
     * Serves what an entry leads to.
     *
     * @param grace how long requests may take that are under way when it stops
     */
    ListeningServer(
            ServerProperties properties,
            SslBundles bundles,
            Entry entry,
            Duration grace,
            ConfigurableEnvironment environment) {
        this.properties = properties;
        this.bundles = bundles;
        this.entry = entry;
        this.grace = grace;
        this.environment = environment;
    }

    @Override
    public void start() {
        int port = Optional.ofNullable(properties.getPort()).orElse(STANDARD_PORT);
        InetAddress address = properties.getAddress();
        var where =
                address == null
                        ? new InetSocketAddress(port)
                        : new InetSocketAddress(address, port);
        try {
            var started =
                    new ServiceServer(where, tls(), entry.handler(), entry.limits(), entry.gate());
            server = started;
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(PORT, Map.of(PORT, started.port())));
        } catch (IOException e) {
            PortInUseException.throwIfPortBindingException(e, () -> port);
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Tls tls() {
        Ssl ssl = properties.getSsl();
        if (!Ssl.isEnabled(ssl)) {
            return null;
        }
        SslBundle bundle = WebServerSslBundle.get(ssl, bundles);
        return new Tls(bundle.createSslContext(), certificates(ssl.getClientAuth()));
    }

    private static Tls.ClientCertificate certificates(Ssl.@Nullable ClientAuth clients) {
        return switch (clients) {
            case NEED -> Tls.ClientCertificate.NEEDED;
            case WANT -> Tls.ClientCertificate.WANTED;
            case NONE -> Tls.ClientCertificate.NONE;
            case null -> Tls.ClientCertificate.NONE;
        };
    }

    @Override
    public void stop() {
        ServiceServer started = server;
        server = null;
        if (started != null) {
            boolean isGraceful = properties.getShutdown() == Shutdown.GRACEFUL;
            started.close(isGraceful ? grace : Duration.ZERO);
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** Of all that start it is among the last, and of all that stop among the first. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1024;
    }
}
