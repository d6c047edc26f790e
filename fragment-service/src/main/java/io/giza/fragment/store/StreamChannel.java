package io.giza.fragment.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A stream as a channel, read in pieces larger than those of the JDK's own, which are 8 KiB. */
final class StreamChannel implements ReadableByteChannel {
    private static final int PIECE_BYTES = 64 << 10;

    private final InputStream stream;
    private final byte[] piece = new byte[PIECE_BYTES];
    private boolean isOpen = true;

    StreamChannel(InputStream stream) {
        this.stream = stream;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int count = stream.read(piece, 0, Math.min(piece.length, target.remaining()));
        if (count > 0) {
            target.put(piece, 0, count);
        }
        return count;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void close() throws IOException {
        isOpen = false;
        stream.close();
    }
}
