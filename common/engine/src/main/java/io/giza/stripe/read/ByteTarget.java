package io.giza.stripe.read;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Where bytes go that were read. */
@FunctionalInterface
public interface ByteTarget {
    /**
     * Takes all of the buffers, in their order; they are free again when it returns.
     *
     * @throws IOException if it takes nothing more
     */
    void write(ByteBuffer... bytes) throws IOException;

    /** Returns a stream as a target; of each buffer it takes all at once. */
    static ByteTarget of(OutputStream stream) {
        return buffers -> {
            for (ByteBuffer buffer : buffers) {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                stream.write(bytes);
            }
        };
    }
}
