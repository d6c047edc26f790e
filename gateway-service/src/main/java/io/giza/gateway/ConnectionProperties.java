package io.giza.gateway;

import io.giza.http.address.ClientAddresses;
import io.giza.http.address.ClientAddresses.ProxyProtocol;
import io.giza.http.address.TrustedProxies;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.util.List;

/**
 * How clients connect to a gateway, under {@code giza.gateway}.
 *
 * <p>An idle connection takes some 2 KiB of heap without TLS, and a connection with a slow body
 * some 25 KiB. So a small heap allows fewer connections: its size divided by 32 KiB.
 *
 * @param maxConnections how many connections there may be, 256 to 65,536; more are closed at once
 * @param trustedProxies addresses and CIDR blocks of the proxies that are believed when they name
 *     the address of a client
 * @param proxyProtocol whether these proxies begin each connection with a header of the PROXY
 *     protocol
 */
@ConfigurationProperties("giza.gateway")
record ConnectionProperties(
        @DefaultValue("16384") int maxConnections,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue("off") ProxyProtocol proxyProtocol) {
    private static final int LEAST_CONNECTIONS = 256;
    private static final int MOST_CONNECTIONS = 64 << 10;
    private static final int BYTES_PER_CONNECTION = 32 << 10;

    public ConnectionProperties {
        if (maxConnections < LEAST_CONNECTIONS || maxConnections > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "giza.gateway.max-connections must be 256 to 65,536, not " + maxConnections);
        }
        trustedProxies = List.copyOf(trustedProxies);
        requireBlocks(trustedProxies);
        if (proxyProtocol != ProxyProtocol.OFF && trustedProxies.isEmpty()) {
            throw new IllegalArgumentException(
                    "giza.gateway.proxy-protocol is v2: set giza.gateway.trusted-proxies to the"
                            + " proxies that speak it");
        }
    }

    /**
     * Returns how many connections there may be with so much heap, 256 at least.
     *
     * @param heap in bytes
     */
    int connectionsWithin(long heap) {
        return Math.toIntExact(
                Math.clamp(heap / BYTES_PER_CONNECTION, LEAST_CONNECTIONS, maxConnections));
    }

    ClientAddresses toClientAddresses() {
        return new ClientAddresses(TrustedProxies.of(trustedProxies), proxyProtocol);
    }

    private static void requireBlocks(List<String> blocks) {
        try {
            TrustedProxies _ = TrustedProxies.of(blocks);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "giza.gateway.trusted-proxies: " + e.getMessage(), e);
        }
    }
}
