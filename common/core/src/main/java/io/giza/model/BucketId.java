package io.giza.model;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The identity of one life of a bucket. A bucket that is deleted and created again gets a new
 * identity, so rows of its former life are out of sight.
 *
 * <p>Rows of a bucket lie in shards, so that one partition of a cloud's table does not limit the
 * bucket. The number of shards is part of the identity, because it can never change while rows
 * exist. Identities are UUIDs of version 8, whose layout is one's own (RFC 9562, section 5.8): the
 * four bits after the version, which are one digit of the text ({@code xxxxxxxx-xxxx-8Nxx-...}),
 * hold N, the binary logarithm of the number of shards; the last bit tells a bucket, 0, from the
 * space beside it in which its unfinished uploads and their parts are rows, 1; all other free bits
 * are random.
 *
 * @param value a UUID as above; one of another version, such as zero for the key space of system
 *     objects, has a single shard
 * @throws IllegalArgumentException if it is of version 8 with more than {@link #MAX_SHARDS} shards
 */
public record BucketId(UUID value) implements Comparable<BucketId> {
    /** The greatest number of shards. */
    public static final int MAX_SHARDS = 256;

    /** The reserved key space in which bucket records themselves are rows. */
    public static final BucketId SYSTEM = new BucketId(new UUID(0, 0));

    private static final int VERSION = 8;
    private static final int VARIANT = 2;
    private static final int SHARD_SHIFT = 8;
    private static final long HIGH_FREE = 0xFFFF_FFFF_FFFF_00FFL;
    private static final long LOW_FREE = 0x3FFF_FFFF_FFFF_FFFEL;
    private static final long UPLOADS = 1;

    public BucketId {
        int shardBits = shardBits(value);
        if (1 << shardBits > MAX_SHARDS) {
            throw new IllegalArgumentException(
                    "bucket "
                            + value
                            + " has 2^"
                            + shardBits
                            + " shards; at most 2^8 are possible");
        }
    }

    /**
     * Returns a fresh identity.
     *
     * @param shards the number of shards, a power of two, 1 to {@link #MAX_SHARDS}
     * @throws IllegalArgumentException if there is no such number of shards
     */
    public static BucketId random(RandomGenerator random, int shards) {
        if (!isShardCount(shards)) {
            throw new IllegalArgumentException("a bucket cannot have " + shards + " shards");
        }
        long shardBits = Integer.numberOfTrailingZeros(shards);
        long high = (random.nextLong() & HIGH_FREE) | (shardBits << SHARD_SHIFT) | (VERSION << 12);
        long low = (random.nextLong() & LOW_FREE) | ((long) VARIANT << 62);
        return new BucketId(new UUID(high, low));
    }

    /**
     * Returns the space of this bucket's uploads: key space of its own, with the same number of
     * shards, in which no object of the bucket is.
     *
     * @throws IllegalStateException if this is no bucket
     */
    public BucketId uploads() {
        if (equals(SYSTEM) || isUploads()) {
            throw new IllegalStateException(this + " is no bucket");
        }
        return new BucketId(
                new UUID(
                        value.getMostSignificantBits(), value.getLeastSignificantBits() | UPLOADS));
    }

    /** Tells whether this is the space of a bucket's uploads, and no bucket. */
    public boolean isUploads() {
        boolean ours = value.version() == VERSION && value.variant() == VARIANT;
        return ours && (value.getLeastSignificantBits() & UPLOADS) != 0;
    }

    /** Tells whether a bucket may have that many shards: a power of two, 1 to 256. */
    public static boolean isShardCount(int shards) {
        return shards >= 1 && shards <= MAX_SHARDS && Integer.bitCount(shards) == 1;
    }

    /** Returns the number of shards, a power of two, 1 to {@link #MAX_SHARDS}. */
    public int shards() {
        return 1 << shardBits(value);
    }

    private static int shardBits(UUID value) {
        boolean hasBits = value.version() == VERSION && value.variant() == VARIANT;
        return hasBits ? (int) (value.getMostSignificantBits() >>> SHARD_SHIFT) & 0xF : 0;
    }

    /** Orders by the bytes of the identity, which is the order of its text. */
    @Override
    public int compareTo(BucketId other) {
        int high =
                Long.compareUnsigned(
                        value.getMostSignificantBits(), other.value.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(
                        value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
