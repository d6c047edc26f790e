package io.giza.console.cluster;

/** What a gateway refused, or that none answered, with a sentence for whoever asked. */
public final class AdminException extends RuntimeException {
    /** The status where no gateway answered. */
    public static final int UNREACHABLE = 502;

    private static final long serialVersionUID = 1L;

    private final int status;

    /** Refuses with the status of HTTP that the gateway answered with. */
    public AdminException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }
}
