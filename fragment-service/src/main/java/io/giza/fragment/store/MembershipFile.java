package io.giza.fragment.store;

import io.giza.disk.Force;
import io.giza.membership.Membership;
import io.giza.record.FormatException;
import io.giza.wire.MembershipCodec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The membership of a store, in a file of its folder that is replaced as a whole. */
final class MembershipFile {
    /** More than the longest list of who decides and the most occupants take. */
    private static final long MAX_BYTES = 1 << 20;

    private final Path file;
    private final Path temporary;
    private final Force force;
    private final Lock lock = new ReentrantLock();
    private volatile Membership membership;

    private MembershipFile(Path file, Path temporary, Force force, Membership membership) {
        this.file = file;
        this.temporary = temporary;
        this.force = force;
        this.membership = membership;
    }

    /**
     * Reads the file, if there is one.
     *
     * @param temporary where its next content is written to, on the same file system
     * @throws IOException if it cannot be read, or is no membership of a known format
     */
    static MembershipFile open(Path file, Path temporary, Force force) throws IOException {
        return new MembershipFile(file, temporary, force, read(file));
    }

    private static Membership read(Path file) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is too long for a membership");
            }
            return MembershipCodec.decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Membership.UNINITIALIZED;
        } catch (FormatException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    Membership membership() {
        return membership;
    }

    boolean replace(Membership expected, Membership next) throws IOException {
        lock.lock();
        try {
            if (!membership.equals(expected)) {
                return false;
            }
            write(next);
            membership = next;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void write(Membership next) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(MembershipCodec.encode(next));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            force.file(channel, temporary);
        }
        Files.move(
                temporary,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        force.folder(DurableFolders.parent(file));
    }
}
