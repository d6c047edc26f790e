package io.giza.http.address;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Decides which address the client of a connection has. Policies, limits, logs and audit see this
 * address and no other.
 *
 * <table>
 * <caption>The address of a client</caption>
 * <tr><th>TCP peer</th><th>PROXY protocol</th><th>address</th></tr>
 * <tr><td>not trusted</td><td>any</td><td>the peer's; nothing that the client says counts</td></tr>
 * <tr><td>trusted</td><td>off</td><td>of X-Forwarded-For, or the peer's without it</td></tr>
 * <tr><td>trusted</td><td>v2, with a source</td><td>the source; if that is a trusted proxy too, of
 * X-Forwarded-For</td></tr>
 * <tr><td>trusted</td><td>v2, LOCAL or UNSPEC</td><td>the peer's; X-Forwarded-For may be the word
 * of a client behind it, so it does not count</td></tr>
 * <tr><td>trusted</td><td>v2, no header</td><td>none: the connection is closed</td></tr>
 * </table>
 *
 * @param proxies the proxies that are believed
 * @param protocol whether they begin each connection with a PROXY header
 */
public record ClientAddresses(TrustedProxies proxies, ProxyProtocol protocol) {
    /** No proxy is believed: a client is the TCP peer. */
    public static final ClientAddresses OF_PEERS =
            new ClientAddresses(TrustedProxies.NONE, ProxyProtocol.OFF);

    /** Whether trusted proxies begin each connection with a header of the PROXY protocol. */
    public enum ProxyProtocol {
        /** They do not. */
        OFF,
        /** They must, with one of version 2. */
        V2
    }

    /**
     * Decides at the beginning of a connection, before TLS.
     *
     * @param peer the other end of the TCP connection
     * @param input what the peer sends; a PROXY header is read, and no byte more
     * @throws MalformedProxyHeaderException if a PROXY header is due and does not come
     */
    public ConnectionOrigin origin(InetAddress peer, InputStream input) throws IOException {
        InetAddress address = withoutScope(peer);
        if (!proxies.has(address)) {
            return ConnectionOrigin.ofClient(address);
        }
        if (protocol == ProxyProtocol.OFF) {
            return ConnectionOrigin.ofForwardingProxy(address, proxies);
        }
        return ProxyHeader.read(input)
                .map(
                        source ->
                                proxies.has(source)
                                        ? ConnectionOrigin.ofForwardingProxy(source, proxies)
                                        : ConnectionOrigin.ofClient(source))
                .orElseGet(() -> ConnectionOrigin.ofProxyItself(address));
    }

    /** A link-local address names the interface here, such as {@code fe80::1%eth0}. */
    private static InetAddress withoutScope(InetAddress address) {
        try {
            return InetAddress.getByAddress(address.getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of no known length", e);
        }
    }
}
