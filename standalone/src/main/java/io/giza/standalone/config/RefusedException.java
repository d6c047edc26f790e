package io.giza.standalone.config;

/** The cluster cannot do what was asked; the message is the one sentence the user reads. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Refuses.
     *
     * @param sentence what the user reads: the reason, and what to do
     */
    public RefusedException(String sentence) {
        super(sentence);
    }

    /**
     * Refuses because of something that failed.
     *
     * @param sentence what the user reads: the reason, and what to do
     */
    public RefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
