package io.giza.fragment.store;

import java.io.IOException;

/**
 * What a blob lies on does not give its bytes back. Others of the store may be read, and this one
 * may be written again.
 */
public final class UnreadableMediumException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says what was wrong. */
    public UnreadableMediumException(IOException cause) {
        super(cause);
    }
}
