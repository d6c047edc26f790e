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
    class UnreadableHeaderException extends IOException {
        private static final long serialVersionUID = 1L;

        public UnreadableHeaderException(String message) {
            super(message);
        }
    }

    /**
     * The header is intact and of a format that is not known here: a later version wrote it, which
     * is no damage.
     */
    final class UnknownFormatException extends UnreadableHeaderException {
        private static final long serialVersionUID = 1L;

        public UnknownFormatException(String message) {
            super(message);
        }
    }
}
