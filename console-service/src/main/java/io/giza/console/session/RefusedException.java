package io.giza.console.session;

/** What the console itself refuses, with a sentence for whoever asked. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Refuses.
     *
     * @param status of HTTP
     * @param sentence why, and what to do
     */
    public RefusedException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }
}
