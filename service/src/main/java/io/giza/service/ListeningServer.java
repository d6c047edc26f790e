package io.giza.service;

import io.giza.http.server.ServiceServer;
import io.giza.http.server.Tls;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** Listens on one port of a service from its start to its stop. */
final class ListeningServer implements SmartLifecycle {
    private final Port port;
    private final Entry entry;
    private final ConfigurableEnvironment environment;
    private @Nullable ServiceServer server;

    /**
     * A port of a service.
     *
     * @param address where it is; port 0 is any that is free
     * @param tls how TLS is spoken there, asked at each start; null for plain HTTP
     * @param grace how long requests may take that are under way when it stops
     * @param phase when it starts among all that the service consists of; it stops in reverse order
     * @param property what tells others which port it became, as Spring's own servers do
     */
    record Port(
            InetSocketAddress address,
            Supplier<@Nullable Tls> tls,
            Duration grace,
            int phase,
            String property) {}

    /** Serves what an entry leads to. */
    ListeningServer(Port port, Entry entry, ConfigurableEnvironment environment) {
        this.port = port;
        this.entry = entry;
        this.environment = environment;
    }

    @Override
    public void start() {
        try {
            var started =
                    new ServiceServer(
                            port.address(),
                            port.tls().get(),
                            entry.handler(),
                            entry.limits(),
                            entry.admission());
            server = started;
            String property = port.property();
            environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(property, Map.of(property, started.port())));
        } catch (IOException e) {
            PortInUseException.throwIfPortBindingException(e, port.address()::getPort);
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        ServiceServer started = server;
        server = null;
        if (started != null) {
            started.close(port.grace());
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return port.phase();
    }
}
