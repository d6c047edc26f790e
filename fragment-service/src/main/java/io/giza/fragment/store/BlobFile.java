package io.giza.fragment.store;

import io.giza.concurrent.Trace;
import io.giza.disk.Force;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file that is written once, from its beginning to its end, and then forced to disk.
 *
 * <p>Where the file system allows it, large ones are written past the page cache (O_DIRECT): the
 * bytes go to disk before they are acknowledged anyway, so copying them into cached pages first is
 * work for nothing, and it drives from the cache what is read. The last piece is filled up to a
 * whole page and the file cut to its length afterwards.
 */
final class BlobFile implements AutoCloseable {
    private static final int PAGE = TransferBuffers.ALIGNMENT;

    /**
     * The JDK's own option, by its name: the compiler warns of the class and cannot be told not to.
     */
    private static final Optional<OpenOption> DIRECT =
            extendedOptions().filter(option -> option.toString().equals("DIRECT")).findFirst();

    private final Path path;
    private final TransferBuffers buffers;
    private final FileChannel channel;
    private final ByteBuffer buffer;
    private final boolean isDirect;
    private long bytesDrained;
    private boolean closed;

    private BlobFile(
            Path path,
            TransferBuffers buffers,
            FileChannel channel,
            ByteBuffer buffer,
            boolean direct) {
        this.path = path;
        this.buffers = buffers;
        this.channel = channel;
        this.buffer = buffer;
        this.isDirect = direct;
    }

    /**
     * Creates a file that does not exist.
     *
     * @param length how long it will become, more or less
     * @param mayBeDirect whether {@link #allowsDirectWrites} was true for its folder
     */
    static BlobFile create(Path path, long length, boolean mayBeDirect, TransferBuffers buffers)
            throws IOException {
        ByteBuffer buffer = buffers.lend(length);
        boolean direct = mayBeDirect && buffer.isDirect();
        try {
            return new BlobFile(path, buffers, open(path, direct), buffer, direct);
        } catch (IOException | RuntimeException e) {
            buffers.giveBack(buffer);
            throw e;
        }
    }

    /** Tells whether files of a folder can be written past the page cache, by writing one. */
    static boolean allowsDirectWrites(Path folder) throws IOException {
        if (DIRECT.isEmpty() || PAGE % Files.getFileStore(folder).getBlockSize() != 0) {
            return false;
        }
        Path probe = folder.resolve("direct-writes");
        Files.deleteIfExists(probe);
        TransferBuffers own = new TransferBuffers(1);
        try (BlobFile file = create(probe, TransferBuffers.LARGE_BYTES, true, own)) {
            file.writableBuffer().put((byte) 1);
            file.force(Force.SYSTEM);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            // Memory file systems and some network ones refuse. Whether the folder can be written
            // at all shows in the first blob.
            return false;
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static FileChannel open(Path path, boolean direct) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        options.add(StandardOpenOption.CREATE_NEW);
        options.add(StandardOpenOption.WRITE);
        if (direct) {
            DIRECT.ifPresent(options::add);
        }
        return FileChannel.open(path, options);
    }

    private static Stream<OpenOption> extendedOptions() {
        try {
            Class<?> type = Class.forName("com.sun.nio.file.ExtendedOpenOption");
            return Arrays.stream(type.getEnumConstants()).map(OpenOption.class::cast);
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }

    /** Returns room for at least one byte; what is put there comes next in the file. */
    ByteBuffer writableBuffer() throws IOException {
        if (!buffer.hasRemaining()) {
            drain();
        }
        return buffer;
    }

    /** Writes what is left and waits until all of it is on disk; nothing may follow. */
    void force(Force force) throws IOException {
        long length = bytesDrained + buffer.position();
        if (isDirect) {
            int padding = -buffer.position() & PAGE - 1;
            for (int i = 0; i < padding; i++) {
                buffer.put((byte) 0);
            }
        }
        drain();
        if (bytesDrained != length) {
            channel.truncate(length);
        }
        Trace.step(
                "force",
                () -> {
                    force.file(channel, path);
                    return true;
                });
    }

    private void drain() throws IOException {
        buffer.flip();
        bytesDrained += buffer.remaining();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                channel.close();
            } finally {
                buffers.giveBack(buffer);
            }
        }
    }
}
