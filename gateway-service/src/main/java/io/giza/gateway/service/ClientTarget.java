package io.giza.gateway.service;

import io.giza.stripe.read.ByteTarget;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A client that is sent the bytes of an object, and may take them slowly. */
public interface ClientTarget extends ByteTarget {
    /**
     * Sends what the client takes at once of the buffers, which may be nothing, and does not wait.
     *
     * @throws IOException if it takes nothing more
     */
    void writeNow(ByteBuffer... bytes) throws IOException;

    /** Returns how many bytes are left in buffers. */
    static long remaining(ByteBuffer... bytes) {
        long sum = 0;
        for (ByteBuffer each : bytes) {
            sum += each.remaining();
        }
        return sum;
    }
}
