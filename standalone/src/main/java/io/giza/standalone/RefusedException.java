package io.giza.standalone;

/** The cluster cannot do what was asked; the message is the one sentence the user reads. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String sentence) {
        super(sentence);
    }

    RefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
