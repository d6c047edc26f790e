package io.giza.membership;

/** A store is not the one that the configuration means; the message says what to do. */
public final class RefusedStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedStoreException(String message) {
        super(message);
    }
}
