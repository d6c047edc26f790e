package io.giza.metadata.table.rocks;

import io.giza.metadata.table.rocks.LogTail.Damaged;
import io.giza.metadata.table.rocks.LogTail.Torn;
import io.giza.metadata.table.rocks.LogTail.Whole;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks at RocksDB's logs before RocksDB does, which takes some damage to a record's header for the
 * end of the log, and forgets the rest: a length that leads past the end of the file, and zeros. It
 * refuses a torn batch whose file has its full length, so the newest log and the manifest are cut
 * off where their whole records end.
 */
final class LogCheck {
    private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);

    /** A log is given up once rows of two write buffers are in files of their own. */
    private static final long MAX_BYTES = 1 << 30;

    private final Path folder;

    private LogCheck(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the damage to the logs of a folder, if any, and cuts off a batch that power loss
     * tore.
     */
    static Optional<String> damage(Path folder) throws IOException {
        return Files.exists(folder.resolve("CURRENT"))
                ? new LogCheck(folder).damage()
                : Optional.empty();
    }

    private Optional<String> damage() throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
        if (logs.isEmpty()) {
            // The manifest does not tell of the log that is being written, and there always is one.
            return Optional.of("its log is missing");
        }
        for (Path log : logs) {
            Optional<String> damage = damage(log, log.equals(logs.getLast()));
            if (damage.isPresent()) {
                return damage;
            }
        }
        Path manifest = folder.resolve(Files.readString(folder.resolve("CURRENT")).strip());
        return Files.exists(manifest) ? damage(manifest, true) : Optional.empty();
    }

    private Optional<String> damage(Path log, boolean isNewest) throws IOException {
        if (Files.size(log) > MAX_BYTES) {
            return Optional.of(log.getFileName() + " is longer than any log can be");
        }
        LogTail tail = new LogTail(Files.readAllBytes(log));
        boolean isDamaged =
                switch (tail.end()) {
                    case Whole _ -> false;
                    case Damaged _ -> true;
                    case Torn(int at) -> isNewest ? !cutOff(log, at) : !tail.isZeroFrom(at);
                };
        return isDamaged
                ? Optional.of("checksum mismatch in " + log.getFileName())
                : Optional.empty();
    }

    /**
     * Cuts off a torn batch, and tells whether that was possible; RocksDB refuses the folder if
     * another process has it.
     */
    private boolean cutOff(Path log, int at) throws IOException {
        try (FileChannel lock =
                        FileChannel.open(
                                folder.resolve("LOCK"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock held = lock.tryLock();
                FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
            if (held != null) {
                LOG.atWarn()
                        .addKeyValue("log", log)
                        .addKeyValue("bytes", file.size() - at)
                        .log("A batch that was never acknowledged is torn, and is cut off");
                file.truncate(at);
                file.force(true);
            }
            return true;
        }
    }
}
