package io.giza.http.address;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;

/** Writes headers of the PROXY protocol, version 2, good and bad ones. */
public final class ProxyHeaderBytes {
    private static final byte[] SIGNATURE = {13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10};

    private ProxyHeaderBytes() {}

    /** Returns the header of a connection from this address, as HAProxy writes it. */
    public static byte[] from(String address) {
        return from(address, new byte[0]);
    }

    /** Returns the same with TLVs. */
    public static byte[] from(String address, byte[] tlvs) {
        byte[] source = InetAddress.ofLiteral(address).getAddress();
        var rest = new ByteArrayOutputStream();
        rest.writeBytes(source);
        rest.writeBytes(new byte[source.length]);
        rest.writeBytes(new byte[] {0x12, 0x67, 0x01, (byte) 0xbb});
        rest.writeBytes(tlvs);
        return header(0x21, source.length == 4 ? 0x11 : 0x21, rest.toByteArray());
    }

    /** Returns the header of a health check. */
    public static byte[] local() {
        return header(0x20, 0x00, new byte[0]);
    }

    /** Returns a header of these parts. */
    public static byte[] header(int versionAndCommand, int family, byte[] rest) {
        return header(versionAndCommand, family, rest.length, rest);
    }

    /** Returns a header that says another length. */
    public static byte[] header(int versionAndCommand, int family, int length, byte[] rest) {
        var header = new ByteArrayOutputStream();
        header.writeBytes(SIGNATURE);
        header.write(versionAndCommand);
        header.write(family);
        header.write(length >> 8);
        header.write(length);
        header.writeBytes(rest);
        return header.toByteArray();
    }
}
