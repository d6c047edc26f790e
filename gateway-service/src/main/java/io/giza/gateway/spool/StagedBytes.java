package io.giza.gateway.spool;

import io.giza.gateway.service.ObjectBody;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Received bytes of a body, before they go to a stripe or to the spool. For one task. */
final class StagedBytes {
    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    /**
     * Receives more of a body.
     *
     * @param most how many bytes, if the array has to grow for them
     * @return how many came, -1 at the end of the body
     */
    int receive(ObjectBody body, int most) throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        }
        boolean isFull = to == bytes.length;
        if (isFull || (to == 0 && bytes.length < most)) {
            bytes = Arrays.copyOf(bytes, to + most);
        }
        int count = body.read(bytes, to, bytes.length - to);
        to += Math.max(0, count);
        return count;
    }

    /** Tells whether the next bytes need a larger array. */
    boolean isFull() {
        return to == bytes.length;
    }

    /** Moves bytes to {@code target}, and returns how many: 0 if none are there. */
    int take(byte[] target, int offset, int length) {
        int count = Math.min(length, to - from);
        System.arraycopy(bytes, from, target, offset, count);
        from += count;
        return count;
    }

    /** Moves all bytes to a file. */
    void moveTo(SpoolFile file) {
        file.append(ByteBuffer.wrap(bytes, from, to - from));
        from = 0;
        to = 0;
    }

    /** Frees the array; it holds no bytes any more. */
    void free() {
        bytes = new byte[0];
    }
}
