package io.giza.stripe.read;

import java.io.IOException;

/** Too few intact fragments of a version could be had; what was missing is in the message. */
public final class TooFewFragmentsException extends IOException {
    private static final long serialVersionUID = 1L;

    TooFewFragmentsException(String message) {
        super(message);
    }
}
