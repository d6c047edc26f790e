package io.giza.gateway;

/** A gateway that others can reach has keys that everybody knows. */
final class PublishedKeysException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PublishedKeysException(String message) {
        super(message);
    }
}
