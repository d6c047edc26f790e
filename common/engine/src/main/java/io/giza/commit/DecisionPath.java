package io.giza.commit;

/** Which kind of ballot decided an instance. */
public enum DecisionPath {
    /** A fast quorum voted on the fast ballot: one round trip. */
    FAST,
    /** A classic quorum of fast votes was confirmed: two round trips. */
    CONFIRM,
    /** A classic ballot: prepare and accept. */
    CLASSIC,
    /** Another proposer finished the round. */
    HELPED
}
