package io.giza.gateway.s3.connection;

import io.giza.http.server.ConnectionGate;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many connections each address has. Of IPv6, whoever has an address has all 2^64 that begin
 * like it, and may have a network of 2^16 such prefixes, so both count.
 */
public final class AddressCounts implements ConnectionGate {
    private static final int PREFIX_BYTES = 8;
    private static final int NETWORK_BYTES = 6;

    /** A network may be a company's. It gets up to three quarters, so that others go on. */
    private static final int NETWORK_FACTOR = 3;

    private final Map<ByteBuffer, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Counts one more, unless that is too many: of one address no more than are free, of a network
     * three times that.
     *
     * @param free how many connections nobody has
     */
    @Override
    public boolean enter(InetAddress address, int free) {
        if (!enter(prefix(address), free)) {
            return false;
        }
        if (address instanceof Inet6Address && !enter(network(address), NETWORK_FACTOR * free)) {
            leave(prefix(address));
            return false;
        }
        return true;
    }

    /** Counts one less. */
    @Override
    public void leave(InetAddress address) {
        leave(prefix(address));
        if (address instanceof Inet6Address) {
            leave(network(address));
        }
    }

    private boolean enter(ByteBuffer prefix, int most) {
        if (counts.merge(prefix, 1, Integer::sum) <= most) {
            return true;
        }
        leave(prefix);
        return false;
    }

    private void leave(ByteBuffer prefix) {
        counts.computeIfPresent(
                prefix, (_, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    private static ByteBuffer prefix(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(
                address instanceof Inet6Address ? Arrays.copyOf(bytes, PREFIX_BYTES) : bytes);
    }

    private static ByteBuffer network(InetAddress address) {
        return ByteBuffer.wrap(Arrays.copyOf(address.getAddress(), NETWORK_BYTES));
    }
}
