package io.giza.wire;

import java.util.zip.CRC32C;

/**
 * The checksum that goes with a message and with its answer, so that nobody votes for a record, or
 * counts a vote, of which the network changed a bit. TCP's own checksum misses one such change in
 * some ten thousands. Where rows are stored the table has checksums of its own.
 */
public final class MessageChecksum {
    /** The header that tells it. */
    public static final String HEADER = "Giza-Checksum";

    private MessageChecksum() {}

    /** Returns the CRC32C of a message in hexadecimal. */
    public static String of(byte[] message) {
        CRC32C crc = new CRC32C();
        crc.update(message);
        return Long.toHexString(crc.getValue());
    }
}
