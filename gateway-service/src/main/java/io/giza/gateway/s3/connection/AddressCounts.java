package io.giza.gateway.s3.connection;

import io.giza.http.server.ConnectionGate;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the connections of each client address. An IPv6 address counts as its /64, since a host
 * can take any address of its network.
 */
public final class AddressCounts implements ConnectionGate {
    private static final int PREFIX_BYTES = 8;

    private final int most;
    private final Map<ByteBuffer, Integer> counts = new ConcurrentHashMap<>();

    private AddressCounts(int most) {
        this.most = most;
    }

    /**
     * Returns the gate of a limit.
     *
     * @param most how many connections one address may have; 0 for no limit
     */
    public static ConnectionGate limitedTo(int most) {
        return most == 0 ? ConnectionGate.OPEN : new AddressCounts(most);
    }

    @Override
    public boolean enter(InetAddress address) {
        if (counts.merge(prefix(address), 1, Integer::sum) <= most) {
            return true;
        }
        leave(address);
        return false;
    }

    @Override
    public void leave(InetAddress address) {
        counts.computeIfPresent(
                prefix(address), (_, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    private static ByteBuffer prefix(InetAddress address) {
        byte[] bytes = address.getAddress();
        return ByteBuffer.wrap(
                address instanceof Inet6Address ? Arrays.copyOf(bytes, PREFIX_BYTES) : bytes);
    }
}
