package io.giza.azure.blob;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The identities of the blocks of one attempt to write a blob: nobody else has them, and all are of
 * one length, as the service asks of all blocks that are sent for a blob, whoever sends them.
 */
final class BlockIds {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 12;

    private final byte[] nonce = new byte[NONCE_BYTES];

    BlockIds() {
        RANDOM.nextBytes(nonce);
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
                        ByteBuffer.allocate(NONCE_BYTES + Integer.BYTES + Short.BYTES)
                                .put(nonce)
                                .putInt(number)
                                .putShort(attempt)
                                .array());
    }
}
