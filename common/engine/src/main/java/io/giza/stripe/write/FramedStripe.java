package io.giza.stripe.write;

import io.giza.erasure.ErasureCode;
import io.giza.erasure.StripeLayout;
import io.giza.stripe.BlockChecksum;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The shards of one stripe as they go over the wire, checksums in place. User data is received into
 * them, coded in them and sent from them.
 */
final class FramedStripe {
    private final StripeLayout layout;
    private final byte[][] shards;
    private int length;

    /**
     * Lays a stripe out in arrays.
     *
     * @param shards one per fragment, each as long as the layout's longest framed shard
     */
    FramedStripe(StripeLayout layout, byte[][] shards) {
        this.layout = layout;
        this.shards = shards;
    }

    StripeLayout layout() {
        return layout;
    }

    byte[][] shards() {
        return shards;
    }

    /** Leaves a shard's bytes to whoever still reads them and takes new ones. */
    void renew(int index) {
        shards[index] = new byte[shards[index].length];
    }

    /**
     * Receives a stripe of user data, codes and seals it. A block is coded and sealed as soon as
     * its last data shard is there, while it is in the processor's caches.
     *
     * @return false if the source had its memory given back instead
     */
    boolean fill(ErasureCode code, BlockChecksum[] checksums, long stripe, StripeSource source)
            throws IOException {
        length = layout.framedShardLength(stripe);
        int last = layout.coding().dataFragments() - 1;
        for (int i = 0; i <= last; i++) {
            for (int block = 0; block < layout.blocks(stripe); block++) {
                if (!receive(stripe, i, block, source)) {
                    return false;
                }
                if (i == last) {
                    seal(code, checksums, stripe, block);
                }
            }
        }
        return true;
    }

    ByteBuffer shard(int index) {
        return ByteBuffer.wrap(shards[index], 0, length);
    }

    private void seal(ErasureCode code, BlockChecksum[] checksums, long stripe, int block) {
        int offset = StripeLayout.blockOffset(block);
        int bytes = layout.blockLength(stripe, block);
        code.encode(shards, offset, bytes);
        BlockChecksum.Place place = new BlockChecksum.Place(stripe, block, bytes);
        for (int i = 0; i < shards.length; i++) {
            int checksum = checksums[i].of(place, shards[i], offset);
            ByteBuffer.wrap(shards[i]).putInt(offset + bytes, checksum);
        }
    }

    private boolean receive(long stripe, int index, int block, StripeSource source)
            throws IOException {
        int offset = StripeLayout.blockOffset(block);
        int bytes = layout.blockLength(stripe, block);
        int start = index * layout.shardLength(stripe) + block * StripeLayout.BLOCK_BYTES;
        int there = Math.clamp((long) layout.stripeLength(stripe) - start, 0, bytes);
        if (there > 0 && !source.fill(shards[index], offset, there)) {
            return false;
        }
        Arrays.fill(shards[index], offset + there, offset + bytes, (byte) 0);
        return true;
    }
}
