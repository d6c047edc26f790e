package io.giza.stripe.write;

/** How the upload of one fragment stands. */
public enum FragmentOutcome {
    /** Not decided yet. */
    PENDING,
    /** Durable in its data center. */
    STORED,
    /**
     * Definitely not there: its data center was away, or the upload failed or was given up before
     * it was completed.
     */
    MISSING,
    /**
     * Its data center, which is there, has no room for it now, or this process none for the call.
     */
    BUSY,
    /** The name is taken by a poison or by something foreign; it can never be stored. */
    REFUSED,
    /** Completed without an answer: it may be there, or may yet be. */
    UNKNOWN
}
