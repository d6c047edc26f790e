package io.giza.metadata.table.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Looks at RocksDB's logs before RocksDB does. RocksDB refuses a record whose checksum is wrong,
 * but some damage to a record's header it takes for the end of the log, and forgets what comes
 * after it: a length that leads past the end of the file, and zeros. Over a type of logs that are
 * used again it never comes to an end.
 *
 * <p>A log has blocks of 32 KiB, and those have records: checksum, length and type, then the bytes.
 * What is written is one batch, in one record or in several, and the next is written once the one
 * before is durable. So only the last batch can have been cut off by a crash.
 */
final class LogCheck {
    private static final int BLOCK = 32 << 10;
    private static final int HEADER = 7;
    private static final int FULL = 1;
    private static final int FIRST = 2;

    /** RocksDB stores checksums of checksums otherwise. */
    private static final int MASK = 0xa282ead8;

    /** A log is given up once rows of two write buffers are in files of their own. */
    private static final long MAX_BYTES = 1 << 30;

    private final ByteBuffer log;
    private boolean gap;

    LogCheck(byte[] log) {
        this.log = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns what is wrong with the logs of a folder, if anything. */
    static Optional<String> damage(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("CURRENT"))) {
            return Optional.empty();
        }
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
        if (logs.isEmpty()) {
            // The manifest does not tell of the log that is being written, and there always is one.
            return Optional.of("its log is missing");
        }
        for (Path log : logs) {
            if (Files.size(log) > MAX_BYTES) {
                return Optional.of(log.getFileName() + " is longer than any log can be");
            }
            if (new LogCheck(Files.readAllBytes(log)).isDamaged()) {
                return Optional.of("checksum mismatch in " + log.getFileName());
            }
        }
        return Optional.empty();
    }

    boolean isDamaged() {
        for (int block = 0; block < log.capacity(); block += BLOCK) {
            if (isBlockDamaged(block, Math.min(block + BLOCK, log.capacity()))) {
                return true;
            }
        }
        return false;
    }

    private boolean isBlockDamaged(int from, int end) {
        int at = from;
        while (end - at >= HEADER) {
            int checksum = log.getInt(at);
            int length = Short.toUnsignedInt(log.getShort(at + 4));
            int type = log.get(at + 6);
            if (checksum == 0 && length == 0 && type == 0) {
                gap = true;
                return false;
            }
            if (at + HEADER + length > end) {
                return end < log.capacity() || isWholeWithAnotherLength(at, end);
            }
            if (checksum(at, length) != checksum || (gap && (type == FULL || type == FIRST))) {
                return true;
            }
            at += HEADER + length;
        }
        return false;
    }

    private int checksum(int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(log.array(), at + HEADER - 1, 1 + length);
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
