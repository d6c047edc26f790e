package io.giza.recovery.audit;

import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.Expectation.ExpectedFragment;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory.Item;

import java.time.Duration;

/** The state of a fragment that lies in a store, or should. */
enum Verdict {
    /** It is where it should be, as long as it should be. */
    FOUND(false),
    /** It should be there and is not, or poison is there in its place. */
    MISSING(true),
    /** It is there, and no version wants it. */
    LEFT_OVER(true),
    /** It is where it should be, and longer or shorter. */
    WRONG_LENGTH(true),
    /** It is where it should be, and its header cannot be read or is of another fragment. */
    UNREADABLE(true),
    /** Poison, which keeps a put from using its name until it has outlived that. */
    POISON(false),
    /** Of a put that is under way, or of a row that changed while it was looked at. */
    UNDECIDED(false);

    /**
     * So long a put may take between its fragments and its record; or longer, then it is told to be
     * left over though it is not.
     */
    static final Duration MAX_PUT_DURATION = Duration.ofMinutes(1);

    private final boolean fault;

    Verdict(boolean fault) {
        this.fault = fault;
    }

    /** Tells whether that is not as it should be. */
    public boolean isFault() {
        return fault;
    }

    /**
     * Judges what lies somewhere.
     *
     * @param expectation what its row says
     * @param name its name, as the item has it
     */
    static Verdict of(
            Expectation expectation, FragmentLocation location, FragmentName name, Item item) {
        if (item.header().filter(header -> header.kind() == Kind.POISON).isPresent()) {
            return POISON;
        }
        ExpectedFragment fragment = expectation.fragments().get(location);
        if (fragment == null) {
            return ofUnexpected(expectation, name.putId(), item);
        }
        if (item.header().isEmpty()) {
            return UNREADABLE;
        }
        return item.length() == fragment.length() ? FOUND : WRONG_LENGTH;
    }

    private static Verdict ofUnexpected(Expectation expectation, PutId put, Item item) {
        boolean isUnderWay =
                expectation.undecided().contains(put) || item.age().compareTo(MAX_PUT_DURATION) < 0;
        return isUnderWay ? UNDECIDED : LEFT_OVER;
    }
}
