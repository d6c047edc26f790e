package io.giza.images;

/** An image cannot be built; the message says why and what to do. */
final class ImageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ImageException(String message) {
        super(message);
    }

    ImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
