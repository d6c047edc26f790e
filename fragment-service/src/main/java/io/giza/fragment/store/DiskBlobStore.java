package io.giza.fragment.store;

import io.giza.config.PrivateFolder;
import io.giza.disk.Force;
import io.giza.membership.Membership;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Blobs as files. A blob is written to a temporary file, forced to disk, and linked into its place,
 * which fails if the place is taken: so creation is atomic, and after a crash a blob is there whole
 * or not at all. Temporary files that a crash left are removed at the start. A force that fails
 * ends the process.
 */
public final class DiskBlobStore implements BlobStore {
    private static final int LOCKS = 64;
    private static final int MAX_ATTEMPTS = 10;

    private final Path blobs;
    private final Path temporary;
    private final FileChannel lockFile;
    private final MembershipFile membership;
    private final TransferBuffers buffers;
    private final boolean directWrites;
    private final Force force;
    private final DurableFolders folders;
    private final BlobListings listings;
    private final UnforcedBlobs unforced = new UnforcedBlobs();
    private final Lock[] locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(Lock[]::new);

    private DiskBlobStore(
            Path folder,
            FileChannel lockFile,
            TransferBuffers buffers,
            boolean directWrites,
            Force force)
            throws IOException {
        blobs = blobs(folder);
        temporary = temporary(folder);
        folders = new DurableFolders(blobs, force);
        listings = new BlobListings(blobs, BlobListings.READ_AHEAD);
        this.lockFile = lockFile;
        this.force = force;
        this.buffers = buffers;
        this.directWrites = directWrites;
        membership =
                MembershipFile.open(
                        folder.resolve("membership"), temporary.resolve("membership"), force);
    }

    /**
     * Opens the blobs of a folder, making it if need be.
     *
     * @param buffers what uploads are written through
     * @param directWrites whether large blobs are written past the page cache where that can be
     *     done
     * @throws UnusableDataFolderException if it cannot be written, or another process has it open
     */
    public static DiskBlobStore open(Path folder, TransferBuffers buffers, boolean directWrites) {
        return open(folder, buffers, directWrites, Force.OR_HALT);
    }

    /**
     * Opens them where somebody else sees to what is forced.
     *
     * @param force what waits until something is on disk; it may be called under locks of the store
     */
    public static DiskBlobStore open(
            Path folder, TransferBuffers buffers, boolean directWrites, Force force) {
        try {
            PrivateFolder.make(folder);
            FileChannel lockFile =
                    FileChannel.open(
                            folder.resolve("lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            lock(folder, lockFile);
            Files.createDirectories(blobs(folder));
            Files.createDirectories(temporary(folder));
            boolean direct = directWrites && BlobFile.allowsDirectWrites(temporary(folder));
            DiskBlobStore store = new DiskBlobStore(folder, lockFile, buffers, direct, force);
            store.removeLeftovers();
            force.folder(folder);
            return store;
        } catch (IOException e) {
            throw new UnusableDataFolderException(
                    folder, "cannot be used (" + e + "): choose a folder this user owns", e);
        }
    }

    private static Path blobs(Path folder) {
        return folder.resolve("blobs");
    }

    private static Path temporary(Path folder) {
        return folder.resolve("temporary");
    }

    private static void lock(Path folder, FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // The other service runs in this very process.
        }
        lockFile.close();
        throw new UnusableDataFolderException(
                folder,
                "is in use by another fragment service: give each its own folder",
                new IOException("locked"));
    }

    @Override
    public BlobUpload begin(FragmentName name, FragmentHeader header, long length)
            throws IOException {
        return new DiskUpload(name, temporary.resolve(UUID.randomUUID().toString()), length);
    }

    @Override
    public Optional<Blob> open(FragmentName name, long offset, long length) throws IOException {
        Optional<Blob> blob = TaggedFiles.open(path(name), offset, length);
        if (blob.isPresent() && unforced.contains(name)) {
            forceEntryOf(name, blob.get());
        }
        return blob;
    }

    /** A crash must not take back what somebody was told of. */
    private void forceEntryOf(FragmentName name, Blob blob) throws IOException {
        try {
            folders.forceEntry(path(name));
        } catch (NoSuchFileException e) {
            // A deletion took the folder away, so nothing is left that could come back.
            return;
        } catch (IOException e) {
            blob.bytes().close();
            throw e;
        }
    }

    @Override
    public void delete(FragmentName name) throws IOException {
        Path path = path(name);
        Lock lock = lockOf(name);
        lock.lock();
        try {
            if (!Files.deleteIfExists(path)) {
                return;
            }
            force.folder(DurableFolders.parent(path));
            Files.delete(DurableFolders.parent(path));
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // Other fragments of the key are there, or their own deletion was faster.
            return;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Entry> list(String folder, String after, int limit) throws IOException {
        return listings.page(folder, after, limit);
    }

    @Override
    public Membership membership() {
        return membership.membership();
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next) throws IOException {
        return membership.replace(expected, next);
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new IllegalStateException("the lock of " + blobs + " is not released", e);
        }
    }

    private void removeLeftovers() throws IOException {
        try (Stream<Path> leftovers = Files.list(temporary)) {
            for (Path leftover : leftovers.toList()) {
                Files.delete(leftover);
            }
        }
    }

    private Path path(FragmentName name) {
        return blobs.resolve(name.path());
    }

    private Lock lockOf(FragmentName name) {
        return locks[Math.floorMod(name.hashCode(), LOCKS)];
    }

    private final class DiskUpload implements BlobUpload {
        private final FragmentName name;
        private final Path path;
        private final BlobFile file;

        DiskUpload(FragmentName name, Path path, long length) throws IOException {
            this.name = name;
            this.path = path;
            file = BlobFile.create(path, length, directWrites, buffers);
        }

        @Override
        public ByteBuffer writableBuffer() throws IOException {
            return file.writableBuffer();
        }

        @Override
        public boolean create() throws IOException {
            file.force(force);
            return unforced.place(name, this::link);
        }

        private boolean link() throws IOException {
            Path target = path(name);
            for (int attempt = 1; ; attempt++) {
                folders.make(DurableFolders.parent(target));
                try {
                    Files.createLink(target, path);
                    folders.forceEntry(target);
                    return true;
                } catch (FileAlreadyExistsException e) {
                    // Its writer may not have come so far, and who asks may take it for stored.
                    folders.forceEntry(target);
                    return false;
                } catch (NoSuchFileException e) {
                    // A deletion took the empty folder away in between.
                    if (attempt == MAX_ATTEMPTS) {
                        throw e;
                    }
                }
            }
        }

        @Override
        public boolean replace(String tag) throws IOException {
            file.force(force);
            return unforced.place(name, () -> replaceForced(tag));
        }

        private boolean replaceForced(String tag) throws IOException {
            Path target = path(name);
            Lock lock = lockOf(name);
            lock.lock();
            try {
                if (!TaggedFiles.tag(target).equals(Optional.of(tag))) {
                    return false;
                }
                Files.move(
                        path,
                        target,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                folders.forceEntry(target);
                return true;
            } catch (AtomicMoveNotSupportedException e) {
                throw new IOException("the data folder must be on one file system", e);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
            Files.deleteIfExists(path);
        }
    }
}
