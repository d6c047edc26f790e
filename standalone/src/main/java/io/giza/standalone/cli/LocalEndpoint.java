package io.giza.standalone.cli;

import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.RefusedException;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Where a data center of a cluster on this machine is told to listen. */
final class LocalEndpoint {
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");
    private static final int LOWEST = 1024;
    private static final int HIGHEST = 65_535 - PortBlocks.BLOCK;

    private LocalEndpoint() {}

    /**
     * Returns the first port of its block.
     *
     * @param endpoint as {@code http://127.0.0.1:9040}; null if none was given
     * @throws RefusedException if it is no such thing
     */
    static OptionalInt port(@Nullable String endpoint) {
        return endpoint == null
                ? OptionalInt.empty()
                : OptionalInt.of(
                        parse(endpoint)
                                .filter(LocalEndpoint::isLocal)
                                .map(URI::getPort)
                                .filter(port -> port >= LOWEST && port <= HIGHEST)
                                .orElseThrow(() -> refusal(endpoint)));
    }

    private static Optional<URI> parse(String endpoint) {
        try {
            return Optional.of(new URI(endpoint));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static boolean isLocal(URI endpoint) {
        return "http".equals(endpoint.getScheme())
                && endpoint.getHost() != null
                && HOSTS.contains(endpoint.getHost())
                && Set.of("", "/").contains(endpoint.getPath());
    }

    private static RefusedException refusal(String endpoint) {
        return new RefusedException(
                "--endpoint is '"
                        + endpoint
                        + "': name a port of this machine, "
                        + LOWEST
                        + " to "
                        + HIGHEST
                        + ", such as http://127.0.0.1:9040.");
    }
}
