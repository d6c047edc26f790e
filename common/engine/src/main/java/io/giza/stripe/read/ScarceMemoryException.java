package io.giza.stripe.read;

import java.io.IOException;

/** There is no memory for a read, since others hold all that there is for reads. */
public final class ScarceMemoryException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says so. */
    public ScarceMemoryException() {
        super("other reads take all memory for reads");
    }
}
