package io.giza.stripe.read;

import io.giza.erasure.StripeLayout;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Blocks of a fragment that follow each other, each with its checksum behind it, in buffers of
 * several blocks. Blocks count from 0 here.
 */
final class FramedBlocks {
    /** So many blocks are read, verified and sent on while they are in the caches. */
    static final int BLOCKS_PER_BUFFER = 4;

    private final List<ByteBuffer> buffers;

    /**
     * Takes buffers as long as their blocks are, from their first bytes to their limits.
     *
     * @param buffers of {@link #BLOCKS_PER_BUFFER} blocks each, but for the last
     */
    FramedBlocks(List<ByteBuffer> buffers) {
        this.buffers = List.copyOf(buffers);
    }

    List<ByteBuffer> buffers() {
        return buffers;
    }

    /**
     * Returns some bytes of a block, to be read or written.
     *
     * @param offset the first byte within the block
     */
    ByteBuffer slice(int block, int offset, int length) {
        int start = StripeLayout.blockOffset(block % BLOCKS_PER_BUFFER);
        return buffers.get(block / BLOCKS_PER_BUFFER).slice(start + offset, length);
    }

    /**
     * Returns the checksum behind a block.
     *
     * @param length the bytes of the block
     */
    int checksum(int block, int length) {
        return slice(block, length, Integer.BYTES).getInt();
    }

    void setChecksum(int block, int length, int checksum) {
        slice(block, length, Integer.BYTES).putInt(checksum);
    }
}
