package io.giza.stripe.cache;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/** Another stream, read without a copy in between where that one is a channel, too. */
abstract class ChannelStream extends FilterInputStream implements ReadableByteChannel {
    private final ReadableByteChannel channel;
    private volatile boolean closed;

    ChannelStream(InputStream bytes) {
        super(bytes);
        channel = bytes instanceof ReadableByteChannel direct ? direct : Channels.newChannel(bytes);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public final boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }
}
