package io.giza.gateway.maintenance;

import io.giza.model.DcName;

import java.time.Instant;

/**
 * That operators work at a data center.
 *
 * @param dc where
 * @param until when it is over at the latest, by the clock of the gateway that was told
 * @param reason why, in the operator's words, at most {@link #LONGEST_REASON} characters
 * @param by the access key of the operator
 */
public record Maintenance(DcName dc, Instant until, String reason, String by) {
    /** The longest reason, in characters. */
    public static final int LONGEST_REASON = 200;

    public Maintenance {
        if (reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "reason has " + reason.length() + " characters: it may have " + LONGEST_REASON);
        }
    }
}
