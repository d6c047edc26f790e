package io.giza.recovery.audit;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * The state of the audit that was asked for last.
 *
 * @param state {@code none} if none was, {@code running}, {@code done}, or {@code failed}
 * @param began when it was begun
 * @param ended when it ended
 * @param done how many key spaces are accounted for
 * @param spaces how many there are, 0 if that is not known yet
 * @param detail why it failed; empty if it did not
 * @param report what was found up to now
 */
public record AuditStatus(
        String state,
        @Nullable Instant began,
        @Nullable Instant ended,
        int done,
        int spaces,
        String detail,
        @Nullable AuditReport report) {
    public static final String RUNNING = "running";
    public static final String DONE = "done";
    public static final String FAILED = "failed";

    /** Before any account was asked for. */
    public static final AuditStatus NONE = new AuditStatus("none", null, null, 0, 0, "", null);

    public AuditStatus withBegun(Instant at) {
        return new AuditStatus(RUNNING, at, null, 0, 0, "", null);
    }

    public AuditStatus withProgress(Audit.Progress progress) {
        return new AuditStatus(
                RUNNING, began, null, progress.done(), progress.spaces(), "", progress.report());
    }

    public AuditStatus withEnded(
            String how, Instant at, String reason, @Nullable AuditReport found) {
        return new AuditStatus(how, began, at, done, spaces, reason, found);
    }
}
