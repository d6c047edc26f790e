package io.giza.stripe.read;

/** Why a fragment, or a block of it, could not be read. */
public enum FragmentFault {
    /** The store knows that there is no such fragment. */
    ABSENT,
    /** The fragment is a poison or belongs to something else. */
    FOREIGN,
    /** Bytes are damaged or missing. */
    CORRUPT,
    /** The store could not be asked or stopped answering. */
    UNREACHABLE
}
