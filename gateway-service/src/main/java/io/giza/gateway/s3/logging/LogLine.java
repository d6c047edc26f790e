package io.giza.gateway.s3.logging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The record of a request as it is written, but for its first field.
 *
 * @param time when the request came
 * @param text the fields after the bucket's owner, in ASCII and without the end of the line
 * @param isOfDelivery whether the request was this gateway's own, to deliver other records
 */
record LogLine(Instant time, byte[] text, boolean isOfDelivery) {
    /** What a line takes beside its text, about. */
    private static final int OVERHEAD_BYTES = 100;

    LogLine(Instant time, String text, boolean isOfDelivery) {
        this(time, text.getBytes(StandardCharsets.US_ASCII), isOfDelivery);
    }

    /** Returns how much memory it takes, about, in bytes. */
    long size() {
        return text.length + OVERHEAD_BYTES;
    }
}
