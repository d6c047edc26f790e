package io.giza.metadata.table.rocks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The end of a log in RocksDB's format. A log has blocks of 32 KiB, and those have records:
 * checksum, length and type, then the bytes. A batch is written in one or more records, and the
 * next batch only once it is durable.
 *
 * <p>So power loss can tear the last batch only: the file ends within it, or sectors of it were
 * never written and read as zeros. Anything else that does not fit its checksum is damage, and so
 * is all of it if another batch begins after it.
 */
final class LogTail {
    private static final int BLOCK = 32 << 10;
    private static final int SECTOR = 512;
    private static final int HEADER = 7;
    private static final int FULL = 1;
    private static final int FIRST = 2;

    /** RocksDB stores checksums of checksums otherwise. */
    private static final int MASK = 0xa282ead8;

    private final ByteBuffer log;

    /** How a log ends. */
    sealed interface End {}

    /** With its last record. */
    record Whole() implements End {}

    /**
     * With a batch that was not acknowledged.
     *
     * @param at where the whole records end
     */
    record Torn(int at) implements End {}

    /**
     * With records that may have been acknowledged and cannot be read.
     *
     * @param at where they begin
     */
    record Damaged(int at) implements End {}

    LogTail(byte[] log) {
        this.log = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads all records up to the end. */
    End end() {
        int at = 0;
        while (at < log.capacity()) {
            int end = blockEnd(at);
            if (end - at < HEADER) {
                at = end;
            } else if (isRecord(at)) {
                at += HEADER + length(at);
            } else {
                return isTorn(at, end) ? new Torn(at) : new Damaged(at);
            }
        }
        return new Whole();
    }

    /** Whether there is nothing but zeros from a place on. */
    boolean isZeroFrom(int at) {
        return isZero(at, log.capacity());
    }

    private int blockEnd(int at) {
        return Math.min((at / BLOCK + 1) * BLOCK, log.capacity());
    }

    private int length(int at) {
        return Short.toUnsignedInt(log.getShort(at + 4));
    }

    private int type(int at) {
        return log.get(at + 6);
    }

    private boolean isRecord(int at) {
        int end = at + HEADER + length(at);
        return type(at) != 0 && end <= blockEnd(at) && checksum(at, end) == log.getInt(at);
    }

    private boolean isTorn(int at, int end) {
        if (isFollowedByBatch(at)) {
            return false;
        }
        int recordEnd = at + HEADER + length(at);
        boolean isCutOff = recordEnd > end && end == log.capacity();
        return isCutOff
                ? !isWholeWithAnotherLength(at, end)
                : hasZeroSector(at, Math.min(Math.max(recordEnd, sectorEnd(at)), end));
    }

    /** Looks at each byte after a record that cannot be read: its length may be wrong. */
    private boolean isFollowedByBatch(int torn) {
        int at = torn + 1;
        while (at < log.capacity()) {
            if (blockEnd(at) - at < HEADER) {
                at = blockEnd(at);
            } else if (!isRecord(at)) {
                at++;
            } else if (type(at) == FULL || type(at) == FIRST) {
                return true;
            } else {
                at += HEADER + length(at);
            }
        }
        return false;
    }

    /** Whether all that a sector holds of a record is zeros. */
    private boolean hasZeroSector(int from, int to) {
        for (int at = from; at < to; at = sectorEnd(at)) {
            if (isZero(at, Math.min(sectorEnd(at), to))) {
                return true;
            }
        }
        return false;
    }

    private static int sectorEnd(int at) {
        return (at / SECTOR + 1) * SECTOR;
    }

    private boolean isZero(int from, int to) {
        for (int at = from; at < to; at++) {
            if (log.get(at) != 0) {
                return false;
            }
        }
        return true;
    }

    private int checksum(int at, int end) {
        CRC32C crc = new CRC32C();
        crc.update(log.array(), at + HEADER - 1, end - at - HEADER + 1);
        return masked(crc);
    }

    /** A record that was cut off has the checksum of more than is there, never that of less. */
    private boolean isWholeWithAnotherLength(int at, int end) {
        CRC32C crc = new CRC32C();
        for (int i = at + HEADER - 1; i < end; i++) {
            crc.update(log.get(i));
            if (masked(crc) == log.getInt(at)) {
                return true;
            }
        }
        return false;
    }

    private static int masked(CRC32C crc) {
        return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
    }
}
