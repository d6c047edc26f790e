package io.giza.stripe;

import io.giza.erasure.StripeLayout;

import java.nio.ByteBuffer;

/**
 * Verifies the blocks of a fragment while its body passes, in pieces of any length: what was
 * damaged on the way is found before it is stored, and no byte is read for that a second time.
 */
public final class ArrivingBody {
    private final StripeLayout layout;
    private final BlockChecksum checksum;
    private final ByteBuffer announced = ByteBuffer.allocate(StripeLayout.CHECKSUM_BYTES);
    private final long length;
    private long stripe;
    private int block;

    /** The bytes of the block that have not come yet. */
    private int missing;

    private long taken;
    private boolean isDamaged;

    /** Verifies the body that follows {@code header}. */
    public ArrivingBody(FragmentHeader header) {
        layout = header.layout();
        checksum = new BlockChecksum(header.id(), layout);
        length =
                switch (header.kind()) {
                    case DATA -> layout.bodyLength();
                    case POISON -> 0;
                };
        if (length > 0) {
            begin();
        }
    }

    /** Takes the bytes that come next, all that remain in {@code bytes}. */
    public void take(ByteBuffer bytes) {
        while (bytes.hasRemaining() && taken < length) {
            int count;
            if (missing > 0) {
                count = Math.min(missing, bytes.remaining());
                checksum.update(bytes.slice(bytes.position(), count));
                missing -= count;
            } else {
                count = Math.min(announced.remaining(), bytes.remaining());
                announced.put(bytes.slice(bytes.position(), count));
                compareAtItsEnd();
            }
            bytes.position(bytes.position() + count);
            taken += count;
        }
        isDamaged |= bytes.hasRemaining();
    }

    /** Tells whether the body came whole, no longer than it should be, and as it was sent. */
    public boolean isIntact() {
        return !isDamaged && taken == length;
    }

    private void compareAtItsEnd() {
        if (announced.hasRemaining()) {
            return;
        }
        isDamaged |= announced.flip().getInt() != checksum.value();
        announced.clear();
        block++;
        if (block == layout.blocks(stripe)) {
            block = 0;
            stripe++;
        }
        if (stripe < layout.stripes()) {
            begin();
        }
    }

    private void begin() {
        missing = layout.blockLength(stripe, block);
        checksum.begin(new BlockChecksum.Place(stripe, block, missing));
    }
}
