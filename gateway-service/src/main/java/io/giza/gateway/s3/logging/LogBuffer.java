package io.giza.gateway.s3.logging;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** The records of a bucket that wait for their delivery; it never changes. */
final class LogBuffer {
    /** Records of deliveries alone are not delivered, so that no more of them are kept. */
    static final int MOST_DELIVERIES = 100;

    private final @Nullable LogBuffer before;
    private final LogLine last;
    private final long bytes;
    private final int requests;
    private final int deliveries;
    private final boolean isDeferred;

    private LogBuffer(@Nullable LogBuffer before, LogLine last, boolean isDeferred) {
        this.before = before;
        this.last = last;
        this.isDeferred = isDeferred;
        this.bytes = last.size() + (before == null ? 0 : before.bytes);
        this.requests = (last.isOfDelivery() ? 0 : 1) + (before == null ? 0 : before.requests);
        this.deliveries = (last.isOfDelivery() ? 1 : 0) + (before == null ? 0 : before.deliveries);
    }

    /** Returns a buffer with one more record. */
    static LogBuffer with(@Nullable LogBuffer before, LogLine line) {
        return new LogBuffer(before, line, before != null && before.isDeferred);
    }

    /**
     * Returns a buffer with records that could not be delivered, before others.
     *
     * @param lines at least one
     */
    static LogBuffer deferred(List<LogLine> lines, @Nullable LogBuffer newer) {
        LogBuffer all = null;
        for (LogLine line : lines) {
            all = new LogBuffer(all, line, true);
        }
        for (LogLine line : newer == null ? List.<LogLine>of() : newer.lines()) {
            all = new LogBuffer(all, line, true);
        }
        return Objects.requireNonNull(all);
    }

    /** Returns the records in the order in which they came. */
    List<LogLine> lines() {
        List<LogLine> lines = new ArrayList<>();
        for (LogBuffer each = this; each != null; each = each.before) {
            lines.add(each.last);
        }
        Collections.reverse(lines);
        return lines;
    }

    long bytes() {
        return bytes;
    }

    /** Tells whether nothing was added before its last line. */
    boolean isNew() {
        return before == null;
    }

    /** Tells whether it has records of requests of clients. */
    boolean isDue() {
        return requests > 0;
    }

    /** Tells whether it could not be delivered, and is tried again when its time comes. */
    boolean isDeferred() {
        return isDeferred;
    }

    /** Tells whether no more records of deliveries are kept. */
    boolean isFullOfDeliveries() {
        return deliveries >= MOST_DELIVERIES;
    }
}
