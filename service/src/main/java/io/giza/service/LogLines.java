package io.giza.service;

/**
 * How a line of the log is written, by every service: what happened, then its key-values, then what
 * is known of the request.
 */
public final class LogLines {
    /**
     * The pattern. Key-values may be texts of strangers, such as keys of objects: whatever would
     * begin another line, or be shown as something else than it is, is a question mark there. So it
     * is in messages, but some have several lines: all but the first begin with spaces.
     *
     * <p>A value may hold quotation marks; what reads lines by itself takes JSON, see {@code
     * logging.structured.format.console}.
     */
    public static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{20}"
                    + " %replace(%replace(%msg){'[\\pC\\u2028\\u2029&&[^\\n\\t]]','?'})"
                    + "{'(\\n)','$1    '}"
                    + "%replace(%replace( %kvp %mdc){'[\\pC\\u2028\\u2029]','?'}){' +$',''}%n";

    private LogLines() {}
}
