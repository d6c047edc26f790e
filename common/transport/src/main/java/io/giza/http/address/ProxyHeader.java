package io.giza.http.address;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the header of the PROXY protocol, version 2, with which a proxy begins a connection that it
 * passes on (HAProxy, doc/proxy-protocol.txt, section 2.2).
 *
 * <pre>
 * bytes   0-11  the signature
 *           12  version (high 4 bits, 2) and command (low 4 bits: 0 LOCAL, 1 PROXY)
 *           13  address family (high 4 bits) and transport (low 4 bits)
 *        14-15  the length of the rest
 *        16-    source address, destination address, ports, TLVs
 * </pre>
 *
 * <p>Nothing behind the header is read: the TLS handshake, or the first request, begins there.
 */
final class ProxyHeader {
    private static final byte[] SIGNATURE = {
        '\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'
    };

    private static final int START_BYTES = 16;

    /** As much as nginx takes; addresses need 36 bytes, and TLVs of load balancers some 100. */
    private static final int MAX_REST_BYTES = 4 << 10;

    private static final int VERSION = 2;
    private static final int LOCAL = 0;
    private static final int PROXY = 1;

    private static final int UNSPECIFIED = 0x00;
    private static final int TCP_OVER_IPV4 = 0x11;
    private static final int UDP_OVER_IPV4 = 0x12;
    private static final int TCP_OVER_IPV6 = 0x21;
    private static final int UDP_OVER_IPV6 = 0x22;
    private static final int UNIX_STREAM = 0x31;
    private static final int UNIX_DATAGRAM = 0x32;

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int PORT_BYTES = 2;
    private static final int BYTE = 0xff;

    private ProxyHeader() {}

    /**
     * Reads a header from the beginning of a connection.
     *
     * @return the source address; empty if the proxy speaks for itself (LOCAL), as for health
     *     checks, or names no IP address (UNSPEC and Unix sockets)
     * @throws MalformedProxyHeaderException if there is no header, or one that makes no sense
     * @throws EOFException if the connection ends before the header does
     */
    static Optional<InetAddress> read(InputStream input) throws IOException {
        byte[] start = exactly(input, START_BYTES);
        if (!Arrays.equals(start, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)) {
            throw new MalformedProxyHeaderException("no signature");
        }
        int version = (start[12] & BYTE) >> 4;
        int command = start[12] & 0xf;
        if (version != VERSION || command > PROXY) {
            throw new MalformedProxyHeaderException("version " + version + ", command " + command);
        }
        int length = (start[14] & BYTE) << 8 | (start[15] & BYTE);
        if (length > MAX_REST_BYTES) {
            throw new MalformedProxyHeaderException(length + " bytes");
        }
        byte[] rest = exactly(input, length);
        return command == LOCAL ? Optional.empty() : source(start[13] & BYTE, rest);
    }

    private static Optional<InetAddress> source(int family, byte[] rest) throws IOException {
        return switch (family) {
            case TCP_OVER_IPV4 -> Optional.of(source(rest, IPV4_BYTES));
            case TCP_OVER_IPV6 -> Optional.of(source(rest, IPV6_BYTES));
            case UNSPECIFIED, UDP_OVER_IPV4, UDP_OVER_IPV6, UNIX_STREAM, UNIX_DATAGRAM ->
                    Optional.empty();
            default -> throw new MalformedProxyHeaderException("address family " + family);
        };
    }

    private static InetAddress source(byte[] rest, int bytes) throws IOException {
        if (rest.length < 2 * (bytes + PORT_BYTES)) {
            throw new MalformedProxyHeaderException("addresses of " + rest.length + " bytes");
        }
        try {
            return InetAddress.getByAddress(Arrays.copyOf(rest, bytes));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes + " bytes", e);
        }
    }

    private static byte[] exactly(InputStream input, int count) throws IOException {
        byte[] bytes = input.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the connection ended before its PROXY header did");
        }
        return bytes;
    }
}
