package io.giza.stripe.read;

import io.giza.model.DcName;
import io.giza.replica.Nearness;

import java.time.Duration;
import java.util.List;

/**
 * How fragments are read.
 *
 * @param nearness which stores are near, and what is late for each
 * @param timeout how long one stripe is waited for altogether
 * @param spares how many fragments more than needed are asked at once, 0 or more; the first that
 *     suffice are taken
 * @param listener hears what happens
 * @param buffers where the blocks are held
 * @param memory how much of them may be held
 */
public record ReadSettings(
        Nearness nearness,
        Duration timeout,
        int spares,
        ReadListener listener,
        ReadBuffers buffers,
        ReadMemory memory) {
    public ReadSettings {
        if (spares < 0) {
            throw new IllegalArgumentException("spares must not be negative: " + spares);
        }
    }

    /**
     * Settings for a reader that measures and keeps nothing and asks for no more than it needs.
     *
     * @param nearestFirst data centers in the order of preference; others come last
     * @param hedgeAfter how late a fragment may be before another one is asked too
     * @param patience how long one stripe is waited for altogether
     */
    public ReadSettings(List<DcName> nearestFirst, Duration hedgeAfter, Duration patience) {
        this(
                Nearness.inOrder(nearestFirst, hedgeAfter),
                patience,
                0,
                ReadListener.NONE,
                ReadBuffers.NONE,
                ReadMemory.UNLIMITED);
    }
}
