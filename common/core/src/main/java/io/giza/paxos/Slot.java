package io.giza.paxos;

import org.jspecify.annotations.Nullable;

/**
 * The Paxos state of a row's one open instance. Promise and vote are two variables: merging the
 * ballot of the one with the ballot of the other breaks agreement.
 *
 * @param promised the highest ballot seen
 * @param vote the accepted ballot and value, or null where nothing was accepted
 */
public record Slot(Ballot promised, @Nullable Vote vote) {
    /** An instance that nobody has touched. */
    public static final Slot UNTOUCHED = new Slot(Ballot.FAST, null);
}
