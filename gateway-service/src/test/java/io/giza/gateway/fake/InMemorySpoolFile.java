package io.giza.gateway.fake;

import io.giza.gateway.spool.SpoolFile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A file of a spool whose disk is memory. */
public final class InMemorySpoolFile implements SpoolFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int read;

    @Override
    public void append(ByteBuffer source) {
        byte[] appended = new byte[source.remaining()];
        source.get(appended);
        bytes.writeBytes(appended);
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
