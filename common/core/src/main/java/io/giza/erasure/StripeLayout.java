package io.giza.erasure;

import io.giza.model.Coding;
import io.giza.model.Manifest;

/**
 * The geometry of a coded object. The object is cut into stripes; a stripe's bytes are cut into k
 * data shards of equal length, the last ones padded with zeros, and coded to n shards. Fragment i
 * holds, after its header, shard i of every stripe in order; every block of a shard is followed by
 * its checksum. All offsets follow from the three components.
 *
 * <p>"Framed" lengths and offsets count the checksums; offsets in a fragment's body do not count
 * its header.
 *
 * @param coding the scheme
 * @param stripeSize bytes of user data per stripe, the last one may be shorter
 * @param objectSize bytes of the object
 */
public record StripeLayout(Coding coding, int stripeSize, long objectSize) {
    /** Bytes of a shard that share a checksum. */
    public static final int BLOCK_BYTES = 64 << 10;

    /** Bytes of a checksum. */
    public static final int CHECKSUM_BYTES = 4;

    /** Bytes of a full block with its checksum. */
    public static final int FRAMED_BLOCK_BYTES = BLOCK_BYTES + CHECKSUM_BYTES;

    /** The largest stripe. */
    public static final int MAX_STRIPE_BYTES = 64 << 20;

    public StripeLayout {
        if (stripeSize < 1 || stripeSize > MAX_STRIPE_BYTES) {
            throw new IllegalArgumentException(
                    "stripe size must be 1 to " + MAX_STRIPE_BYTES + " bytes, not " + stripeSize);
        }
        if (objectSize < 0 || objectSize > 1L << 50) {
            throw new IllegalArgumentException("object size is out of range: " + objectSize);
        }
    }

    /** Returns the geometry of an object of {@code size} bytes whose data is kept like this. */
    public static StripeLayout of(Manifest.Fragmented data, long size) {
        return new StripeLayout(data.coding(), data.stripeSize(), size);
    }

    /** Returns the number of stripes, 0 for an empty object. */
    public long stripes() {
        return (objectSize + stripeSize - 1) / stripeSize;
    }

    /** Returns where a stripe begins in the object. */
    public long stripeStart(long stripe) {
        return stripe * stripeSize;
    }

    /** Returns the bytes of user data in a stripe. */
    public int stripeLength(long stripe) {
        return (int) Math.min(stripeSize, objectSize - stripeStart(stripe));
    }

    /** Returns the bytes of every shard of a stripe. */
    public int shardLength(long stripe) {
        return shardLengthOf(stripeLength(stripe));
    }

    /** Returns the blocks of every shard of a stripe. */
    public int blocks(long stripe) {
        return blocksOf(shardLength(stripe));
    }

    /** Returns the bytes of a block: the last of a shard may be shorter. */
    public int blockLength(long stripe, int block) {
        return Math.min(BLOCK_BYTES, shardLength(stripe) - block * BLOCK_BYTES);
    }

    /** Returns the bytes of every shard of a stripe with its checksums. */
    public int framedShardLength(long stripe) {
        return framedLengthOf(shardLength(stripe));
    }

    /** Returns where a stripe's shard begins in a fragment's body. */
    public long bodyOffset(long stripe) {
        return stripe * framedLengthOf(shardLengthOf(stripeSize));
    }

    /** Returns the bytes of a fragment's body. */
    public long bodyLength() {
        long stripes = stripes();
        return stripes == 0 ? 0 : bodyOffset(stripes - 1) + framedShardLength(stripes - 1);
    }

    /** Returns where a block begins in a framed shard. */
    public static int blockOffset(int block) {
        return block * FRAMED_BLOCK_BYTES;
    }

    /** Returns where a span begins in a fragment's body. */
    public long spanOffset(long stripe, BlockSpan span) {
        return bodyOffset(stripe) + blockOffset(span.from());
    }

    /** Returns the bytes of a span of a stripe's shard with its checksums. */
    public int spanLength(long stripe, BlockSpan span) {
        return span.isEmpty()
                ? 0
                : Math.min(framedShardLength(stripe), blockOffset(span.to()))
                        - blockOffset(span.from());
    }

    /** Returns the stripe that holds a byte of the object. */
    public long stripeOf(long objectOffset) {
        return objectOffset / stripeSize;
    }

    /**
     * Returns the blocks of a data shard that hold bytes of a range of the object.
     *
     * @param stripe the stripe
     * @param shard the data shard, 0 to k-1
     * @param range the range; may reach beyond the stripe
     */
    public BlockSpan blocksOf(long stripe, int shard, ByteRange range) {
        ByteRange within = shardRange(stripe, shard, range);
        return within.isEmpty()
                ? BlockSpan.NONE
                : new BlockSpan(
                        (int) (within.from() / BLOCK_BYTES),
                        (int) ((within.to() + BLOCK_BYTES - 1) / BLOCK_BYTES));
    }

    /** Returns the part of a data shard, as offsets in the shard, that lies in a range. */
    public ByteRange shardRange(long stripe, int shard, ByteRange range) {
        long shardStart = stripeStart(stripe) + (long) shard * shardLength(stripe);
        long shardEnd =
                Math.min(
                        shardStart + shardLength(stripe),
                        stripeStart(stripe) + stripeLength(stripe));
        long from = Math.max(range.from(), shardStart);
        long to = Math.min(range.to(), shardEnd);
        return from >= to ? ByteRange.EMPTY : new ByteRange(from - shardStart, to - shardStart);
    }

    /** Returns the smallest span that holds every data shard's blocks of a range. */
    public BlockSpan blocksOfAll(long stripe, ByteRange range) {
        BlockSpan span = BlockSpan.NONE;
        for (int shard = 0; shard < coding.dataFragments(); shard++) {
            span = span.union(blocksOf(stripe, shard, range));
        }
        return span;
    }

    private int shardLengthOf(int stripeBytes) {
        int k = coding.dataFragments();
        return (stripeBytes + k - 1) / k;
    }

    private static int blocksOf(int shardBytes) {
        return (shardBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }

    private static int framedLengthOf(int shardBytes) {
        return shardBytes + CHECKSUM_BYTES * blocksOf(shardBytes);
    }
}
