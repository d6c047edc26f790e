package io.giza.replica;

import io.giza.model.DcName;

/** Hears how soon data centers store fragments or vote, and tells which of them are slow. */
public interface Promptness {
    /** Ignores all notes. */
    Promptness IGNORED =
            new Promptness() {
                @Override
                public void begun(DcName dc) {}

                @Override
                public void ended(DcName dc) {}

                @Override
                public void failed(DcName dc) {}

                @Override
                public void late(DcName dc) {}

                @Override
                public void prompt(DcName dc) {}

                @Override
                public boolean isSlow(DcName dc) {
                    return false;
                }
            };

    /** Notes that a data center begins to make a fragment or a message durable. */
    void begun(DcName dc);

    /** Notes the end of that, also of a failure. */
    void ended(DcName dc);

    /** Notes that a data center failed to take a fragment. */
    void failed(DcName dc);

    /** Notes that a data center took far longer than all others of the same put. */
    void late(DcName dc);

    /** Notes that a data center took about as long as the others of the same put. */
    void prompt(DcName dc);

    /** Tells whether a data center takes far longer than all others. */
    boolean isSlow(DcName dc);
}
