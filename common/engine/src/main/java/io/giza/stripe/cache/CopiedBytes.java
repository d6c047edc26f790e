package io.giza.stripe.cache;

import io.giza.stripe.read.NearBytes;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/** What is read from a copy, without copying it once more where the store's stream can do that. */
final class CopiedBytes extends FilterInputStream implements ReadableByteChannel, NearBytes {
    private final ReadableByteChannel channel;
    private volatile boolean closed;

    CopiedBytes(InputStream bytes) {
        super(bytes);
        channel = bytes instanceof ReadableByteChannel direct ? direct : Channels.newChannel(bytes);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }
}
