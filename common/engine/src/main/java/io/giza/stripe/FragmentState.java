package io.giza.stripe;

/** What a probe found under a fragment's name. */
public enum FragmentState {
    /** The put's fragment, by its header. */
    DATA,
    /** A poison: no put can ever store this fragment. */
    POISON,
    /** Its store knows that there is nothing. */
    ABSENT,
    /**
     * Nothing is there, but its store took the place of a lost one and does not know what that
     * held: it may have been DATA, and may be rebuilt.
     */
    FORGOTTEN,
    /** Its store could not be asked, or what is there cannot be read: it may be DATA. */
    UNKNOWN
}
