package io.giza.stripe;

import io.giza.model.FragmentId;

import java.io.IOException;
import java.io.InputStream;

/** How a fragment's header is laid down in bytes. */
public interface FragmentFormat {
    /** Returns the bytes of a header. */
    byte[] encode(FragmentHeader header);

    /** Returns how many bytes the header of a fragment has; it follows from the name alone. */
    int headerLength(FragmentId id);

    /**
     * Reads a header and nothing after it.
     *
     * @throws UnreadableHeaderException if the bytes are no intact header of a known format
     * @throws IOException if the stream fails
     */
    FragmentHeader read(InputStream bytes) throws IOException;

    /** The bytes are there and are no intact header of a known format. */
    final class UnreadableHeaderException extends IOException {
        private static final long serialVersionUID = 1L;

        public UnreadableHeaderException(String message) {
            super(message);
        }
    }
}
