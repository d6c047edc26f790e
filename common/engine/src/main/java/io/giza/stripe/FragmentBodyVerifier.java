package io.giza.stripe;

import io.giza.erasure.StripeLayout;

import java.nio.ByteBuffer;

/**
 * Verifies the blocks of a fragment while its body passes, in pieces of any length: what was
 * damaged on the way is found before it is stored, and no byte is read for that a second time.
 */
public final class FragmentBodyVerifier {
    private final StripeLayout layout;
    private final BlockChecksum checksum;
    private final ByteBuffer expectedChecksum = ByteBuffer.allocate(StripeLayout.CHECKSUM_BYTES);
    private final long length;
    private long stripe;
    private int block;

    /** The bytes of the block that have not come yet. */
    private int remainingInBlock;

    private long received;
    private boolean isDamaged;

    /** Verifies the body that follows {@code header}. */
    public FragmentBodyVerifier(FragmentHeader header) {
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
    public void update(ByteBuffer bytes) {
        while (bytes.hasRemaining() && received < length) {
            int count;
            if (remainingInBlock > 0) {
                count = Math.min(remainingInBlock, bytes.remaining());
                checksum.update(bytes.slice(bytes.position(), count));
                remainingInBlock -= count;
            } else {
                count = Math.min(expectedChecksum.remaining(), bytes.remaining());
                expectedChecksum.put(bytes.slice(bytes.position(), count));
                compareChecksum();
            }
            bytes.position(bytes.position() + count);
            received += count;
        }
        isDamaged |= bytes.hasRemaining();
    }

    /** Tells whether the body came whole, no longer than it should be, and as it was sent. */
    public boolean isIntact() {
        return !isDamaged && received == length;
    }

    private void compareChecksum() {
        if (expectedChecksum.hasRemaining()) {
            return;
        }
        isDamaged |= expectedChecksum.flip().getInt() != checksum.value();
        expectedChecksum.clear();
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
        remainingInBlock = layout.blockLength(stripe, block);
        checksum.begin(new BlockChecksum.Place(stripe, block, remainingInBlock));
    }
}
