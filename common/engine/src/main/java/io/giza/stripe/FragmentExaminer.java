package io.giza.stripe;

import io.giza.erasure.StripeLayout;
import io.giza.model.FragmentId;
import io.giza.stripe.FragmentFormat.UnknownFormatException;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentInventory.Finding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/**
 * Reads a stored fragment once, from its beginning to its end, and says whether it is as it was
 * written: its header, the checksum of every block, and its length. It keeps one block in memory,
 * however long the fragment is, and stops at the first damage.
 */
public final class FragmentExaminer {
    private final FragmentFormat format;

    /** Examines fragments of a format. */
    public FragmentExaminer(FragmentFormat format) {
        this.format = format;
    }

    /**
     * Examines a fragment.
     *
     * @param bytes all that is stored under a name
     * @param hasExpectedId tells whether that name is the one of a fragment
     * @return never ABSENT
     * @throws IOException if the stream fails; that says nothing of the fragment
     */
    public Finding examine(InputStream bytes, Predicate<FragmentId> hasExpectedId)
            throws IOException {
        FragmentHeader header;
        try {
            header = format.read(bytes);
        } catch (UnknownFormatException e) {
            return Finding.LATER;
        } catch (UnreadableHeaderException e) {
            return Finding.DAMAGED;
        }
        if (!hasExpectedId.test(header.id())) {
            return Finding.DAMAGED;
        }
        return switch (header.kind()) {
            case POISON -> isExhausted(bytes) ? Finding.POISON : Finding.DAMAGED;
            case DATA ->
                    isBodyIntact(header, bytes) && isExhausted(bytes)
                            ? Finding.WHOLE
                            : Finding.DAMAGED;
        };
    }

    private static boolean isBodyIntact(FragmentHeader header, InputStream bytes)
            throws IOException {
        StripeLayout layout = header.layout();
        BlockChecksum checksum = new BlockChecksum(header.id(), layout);
        byte[] framed = new byte[StripeLayout.FRAMED_BLOCK_BYTES];
        for (long stripe = 0; stripe < layout.stripes(); stripe++) {
            for (int block = 0; block < layout.blocks(stripe); block++) {
                int length = layout.blockLength(stripe, block);
                int wanted = length + StripeLayout.CHECKSUM_BYTES;
                if (bytes.readNBytes(framed, 0, wanted) < wanted) {
                    return false;
                }
                BlockChecksum.Place place = new BlockChecksum.Place(stripe, block, length);
                if (checksum.of(place, framed, 0) != ByteBuffer.wrap(framed).getInt(length)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isExhausted(InputStream bytes) throws IOException {
        return bytes.read() < 0;
    }
}
