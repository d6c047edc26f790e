package io.giza.http.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Where a connection comes from: a client, or a proxy that passes on requests of clients. */
public final class ConnectionOrigin {
    private final InetAddress address;
    private final boolean isProxy;

    /** Those that X-Forwarded-For may name; none if the header is not believed. */
    private final TrustedProxies believed;

    private ConnectionOrigin(InetAddress address, boolean isProxy, TrustedProxies believed) {
        this.address = address;
        this.isProxy = isProxy;
        this.believed = believed;
    }

    static ConnectionOrigin ofClient(InetAddress address) {
        return new ConnectionOrigin(address, false, TrustedProxies.NONE);
    }

    static ConnectionOrigin ofForwardingProxy(InetAddress address, TrustedProxies proxies) {
        return new ConnectionOrigin(address, true, proxies);
    }

    static ConnectionOrigin ofProxyItself(InetAddress address) {
        return new ConnectionOrigin(address, true, TrustedProxies.NONE);
    }

    /** Returns the address of the client, or of the proxy if clients share the connection. */
    public InetAddress address() {
        return address;
    }

    /** Tells whether that is the address of a trusted proxy, which many clients share. */
    public boolean isProxy() {
        return isProxy;
    }

    /**
     * Returns the address of the client that sent a request on this connection.
     *
     * @param forwardedFor the values of X-Forwarded-For, in their order
     * @return empty if a trusted proxy names something that is no address
     */
    public Optional<InetAddress> client(List<String> forwardedFor) {
        return believed == TrustedProxies.NONE || forwardedFor.isEmpty()
                ? Optional.of(address)
                : believed.client(address, forwardedFor);
    }
}
