package io.giza.stripe.read;

import io.giza.model.DcName;
import io.giza.model.FragmentId;

/** Hears what happens while fragments are read. Called by the reading task; must not wait. */
public interface ReadListener {
    /** Hears nothing. */
    ReadListener NONE =
            new ReadListener() {
                @Override
                public void faulty(Fault fault) {}

                @Override
                public void hedged() {}

                @Override
                public void hedgeWon() {}
            };

    /**
     * A fragment that was read around; unless it is unreachable, or absent since its put, it is to
     * be made anew from the others.
     *
     * @param id which
     * @param dc where it lies
     * @param kind what is wrong
     * @param detail where, for people
     */
    record Fault(FragmentId id, DcName dc, FragmentFault kind, String detail) {}

    /** A fragment could not be used. */
    void faulty(Fault fault);

    /** One more fragment was asked for because another is late. */
    void hedged();

    /** A fragment that was asked for because another was late was needed in the end. */
    void hedgeWon();
}
