package io.giza.model;

/**
 * Which shard of its bucket a name belongs to. This decides where rows are found, in every data
 * center and for ever: it never changes.
 *
 * <p>FNV-1a of 64 bits over the name's bytes, whose low bits alone would favour shards for names
 * that differ in one place, so it is mixed as MurmurHash3 ends (shift, multiply, twice); the lowest
 * bits are the shard.
 */
final class Sharding {
    private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x0000_0100_0000_01B3L;
    private static final long FIRST_FACTOR = 0xFF51_AFD7_ED55_8CCDL;
    private static final long SECOND_FACTOR = 0xC4CE_B9FE_1A85_EC53L;

    private Sharding() {}

    /**
     * Returns a number from 0 to {@code shards} - 1.
     *
     * @param name the name in UTF-8
     * @param shards a power of two
     */
    static int shard(byte[] name, int shards) {
        long hash = FNV_OFFSET;
        for (byte b : name) {
            hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * FIRST_FACTOR;
        hash = (hash ^ (hash >>> 33)) * SECOND_FACTOR;
        hash ^= hash >>> 33;
        return (int) (hash & (shards - 1));
    }
}
