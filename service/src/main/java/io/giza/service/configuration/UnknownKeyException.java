package io.giza.service.configuration;

/** A key that no service knows was set. */
final class UnknownKeyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String nearest;

    UnknownKeyException(String key, String nearest) {
        super(key + " is no key of Giza");
        this.nearest = nearest;
    }

    /** Returns what was meant, perhaps. */
    String nearest() {
        return nearest;
    }
}
