package io.giza.stripe.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Reads streams into buffers. */
final class StreamBytes {
    private StreamBytes() {}

    /**
     * Fills a buffer to its limit. A stream that is a channel too fills it without a copy.
     *
     * @return false if the stream ended before
     */
    static boolean fill(InputStream stream, ByteBuffer target) throws IOException {
        if (stream instanceof ReadableByteChannel channel) {
            while (target.hasRemaining()) {
                if (channel.read(target) < 0) {
                    return false;
                }
            }
            return true;
        }
        byte[] bytes = stream.readNBytes(target.remaining());
        target.put(bytes);
        return !target.hasRemaining();
    }
}
