package io.giza.azurite;

/** Azurite cannot be had on this machine; the message is one sentence that says what is missing. */
public final class AzuriteUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    AzuriteUnavailableException(String message) {
        super(message);
    }
}
