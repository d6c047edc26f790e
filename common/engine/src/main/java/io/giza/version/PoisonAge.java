package io.giza.version;

import java.time.Duration;

/** Whether the poison under the names of a version may go. */
public enum PoisonAge {
    /** Some of it may be younger than {@link #MIN_AGE}. */
    YOUNG,
    /** All of it is known to be older than {@link #MIN_AGE}. */
    OUTLIVED;

    /**
     * How long poison has to stay: longer than any put or read can take that was under way when it
     * was written. It is one of the two clocks that safety rests on; the other one is the age from
     * which on a put must confirm its version before it is acknowledged, and is far shorter.
     */
    public static final Duration MIN_AGE = Duration.ofHours(24);

    /** Returns whether poison of this age may go. */
    public static PoisonAge of(Duration age) {
        return age.compareTo(MIN_AGE) > 0 ? OUTLIVED : YOUNG;
    }
}
