package io.giza.record;

/** Bytes that cannot be read: truncated, out of bounds, or of a format unknown to this release. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says what cannot be read.
     *
     * @param message names what has the format, such as a row by its key, and the format's number
     */
    public FormatException(String message) {
        super(message);
    }

    public FormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
