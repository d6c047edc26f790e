package io.giza.stripe;

import io.giza.erasure.StripeLayout;
import io.giza.model.FragmentId;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The checksum behind every block of a fragment's body: the CRC32C of where the block belongs and
 * of its bytes. A block that is intact but belongs elsewhere (to another put, fragment, layout,
 * stripe or place) is therefore as visible as a flipped bit, and a block can be trusted without its
 * fragment's header having been read.
 */
public final class BlockChecksum {
    private static final int PLACE_BYTES = 12;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer seed;

    /** Computes the checksums of a fragment's blocks. */
    public BlockChecksum(FragmentId id, StripeLayout layout) {
        byte[] scheme = layout.coding().toString().getBytes(StandardCharsets.UTF_8);
        seed =
                ByteBuffer.allocate(32 + scheme.length + PLACE_BYTES)
                        .putLong(id.putId().value().getMostSignificantBits())
                        .putLong(id.putId().value().getLeastSignificantBits())
                        .putInt(id.index())
                        .putInt(layout.stripeSize())
                        .putLong(layout.objectSize())
                        .put(scheme);
    }

    /** Returns the checksum of a block of {@code shard} at {@code offset}. */
    public int of(Place place, byte[] shard, int offset) {
        begin(place);
        crc.update(shard, offset, place.length);
        return value();
    }

    /** Returns the checksum of a block that is all of {@code bytes}. */
    public int of(Place place, ByteBuffer bytes) {
        begin(place);
        crc.update(bytes);
        return value();
    }

    /** Begins with the block of a place, whose bytes follow. */
    void begin(Place place) {
        int start = seed.capacity() - PLACE_BYTES;
        seed.putLong(start, place.stripe).putInt(start + Long.BYTES, place.block);
        crc.reset();
        crc.update(seed.array());
    }

    /** Takes bytes of the block that was begun. */
    void update(ByteBuffer bytes) {
        crc.update(bytes);
    }

    /** Returns the checksum of the block that was begun, once all of it was taken. */
    int value() {
        return (int) crc.getValue();
    }

    /**
     * Where a block belongs in its fragment.
     *
     * @param stripe its stripe
     * @param block its number in the stripe's shard
     * @param length its bytes
     */
    public record Place(long stripe, int block, int length) {}
}
