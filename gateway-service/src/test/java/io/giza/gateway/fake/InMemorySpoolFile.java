package io.giza.gateway.fake;

import io.giza.gateway.spool.SpoolFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** A file of a spool whose disk is memory. */
public final class InMemorySpoolFile implements SpoolFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;
    private int read;

    /** Makes a file on a disk that has room for all. */
    public InMemorySpoolFile() {
        this(Integer.MAX_VALUE);
    }

    /** Makes a file on a disk that takes so many bytes, and then fails. */
    public InMemorySpoolFile(int most) {
        this.most = most;
    }

    @Override
    public void append(ByteBuffer source) {
        byte[] appended = new byte[Math.min(source.remaining(), most - bytes.size())];
        source.get(appended);
        bytes.writeBytes(appended);
        if (source.hasRemaining()) {
            throw new UncheckedIOException(new IOException("the disk is full"));
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int count = (int) Math.min(length, unread());
        System.arraycopy(bytes.toByteArray(), read, target, offset, count);
        read += count;
        return count;
    }

    @Override
    public long unread() {
        return bytes.size() - read;
    }

    @Override
    public void close() {
        bytes.reset();
        read = 0;
    }
}
