package io.giza.fragment.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/** A range of a file, and the file's channel, which it closes. */
final class RangeChannel implements ReadableByteChannel {
    private final FileChannel file;
    private long remaining;

    /** Reads from where the channel stands. */
    RangeChannel(FileChannel file, long length) {
        this.file = file;
        remaining = length;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (remaining == 0) {
            return target.hasRemaining() ? -1 : 0;
        }
        int limit = target.limit();
        target.limit(target.position() + (int) Math.min(remaining, target.remaining()));
        try {
            int count = file(target);
            if (count > 0) {
                remaining -= count;
            }
            return count;
        } finally {
            target.limit(limit);
        }
    }

    private int file(ByteBuffer target) throws IOException {
        try {
            return file.read(target);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableMediumException(e);
        }
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
