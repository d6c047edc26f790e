package io.giza.stripe;

import io.giza.erasure.ErasureCode;
import io.giza.erasure.StripeLayout;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The shards of one stripe as they go over the wire, checksums in place. User data is copied once,
 * to where it is coded and sent from.
 */
final class FramedStripe {
    private final StripeLayout layout;
    private final byte[][] shards;
    private int length;

    FramedStripe(StripeLayout layout) {
        this.layout = layout;
        shards = new byte[layout.coding().fragments()][];
        for (int i = 0; i < shards.length; i++) {
            renew(i);
        }
    }

    /** Leaves a shard's bytes to whoever still reads them and takes new ones. */
    void renew(int index) {
        shards[index] = new byte[layout.framedShardLength(0)];
    }

    /** Lays out, codes and seals a stripe of user data. */
    void fill(ErasureCode code, BlockChecksum[] checksums, long stripe, byte[] data) {
        length = layout.framedShardLength(stripe);
        int k = layout.coding().dataFragments();
        for (int block = 0; block < layout.blocks(stripe); block++) {
            int offset = StripeLayout.blockOffset(block);
            int bytes = layout.blockLength(stripe, block);
            for (int i = 0; i < k; i++) {
                copyBlock(stripe, i, block, data);
            }
            code.encode(shards, offset, bytes);
            BlockChecksum.Place place = new BlockChecksum.Place(stripe, block, bytes);
            for (int i = 0; i < shards.length; i++) {
                int checksum = checksums[i].of(place, shards[i], offset);
                ByteBuffer.wrap(shards[i]).putInt(offset + bytes, checksum);
            }
        }
    }

    ByteBuffer shard(int index) {
        return ByteBuffer.wrap(shards[index], 0, length);
    }

    private void copyBlock(long stripe, int index, int block, byte[] data) {
        int offset = StripeLayout.blockOffset(block);
        int bytes = layout.blockLength(stripe, block);
        int start = index * layout.shardLength(stripe) + block * StripeLayout.BLOCK_BYTES;
        int there = Math.clamp((long) layout.stripeLength(stripe) - start, 0, bytes);
        if (there > 0) {
            System.arraycopy(data, start, shards[index], offset, there);
        }
        Arrays.fill(shards[index], offset + there, offset + bytes, (byte) 0);
    }
}
