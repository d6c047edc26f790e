package io.giza.config;

/**
 * How a line of the log is written, by every service: what happened, then its key-values, then what
 * is known of the request.
 */
public final class LogLines {
    /**
     * The pattern. Key-values may be texts of strangers, such as keys of objects: whatever would
     * begin another line is a question mark there.
     */
    public static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{20} %msg"
                    + "%replace(%replace( %kvp %mdc){'[\\x00-\\x1f\\x7f]','?'}){' +$',''}%n";

    private LogLines() {}
}
