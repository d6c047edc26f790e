package io.giza.stripe.write;

import java.io.IOException;

/**
 * Where a {@link StripeWriter} takes the bytes of an object from. It is asked for them in order,
 * and they arrive where they are coded and sent from: nothing is copied in between.
 */
public interface StripeSource {
    /**
     * Fills a part of an array with the next bytes of the object, waiting for them. The source may
     * go on reading them there until they are {@link #release released}.
     *
     * @return false if they come so slowly that the stripe's memory was given back meanwhile, by
     *     {@link StripeWriter#giveBackMemory}: the array belongs to somebody else, and the stripe
     *     is asked for again from its first byte
     * @throws IOException if they cannot be had; the put is to be given up
     */
    boolean fill(byte[] target, int offset, int length) throws IOException;

    /**
     * Waits until the source reads nothing any more of what it has filled up to the end of a
     * stripe, because the memory is about to be used again.
     *
     * @param stripe the stripe, 0-based; all before it are meant too
     */
    void release(long stripe);
}
