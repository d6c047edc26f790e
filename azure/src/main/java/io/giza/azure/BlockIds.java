package io.giza.azure;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The identities of the blocks of one attempt to write a blob: nobody else has them, and all are of
 * one length, as the service asks of all blocks that are sent for a blob, whoever sends them.
 */
final class BlockIds {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int FRESH_BYTES = 12;

    private final byte[] fresh = new byte[FRESH_BYTES];

    BlockIds() {
        RANDOM.nextBytes(fresh);
    }

    /**
     * Returns the identity of a block.
     *
     * @param number its number in the blob, from 0
     * @param attempt the number of the try to send it, from 0
     */
    String of(int number, short attempt) {
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(FRESH_BYTES + Integer.BYTES + Short.BYTES)
                                .put(fresh)
                                .putInt(number)
                                .putShort(attempt)
                                .array());
    }
}
