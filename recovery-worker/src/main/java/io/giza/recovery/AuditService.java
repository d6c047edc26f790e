package io.giza.recovery;

import io.giza.concurrent.Surroundings;
import io.giza.recovery.audit.Audit;
import io.giza.recovery.audit.AuditReport;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/** Takes an account of everything when asked, one at a time, and keeps the last one. */
final class AuditService {
    private static final Logger LOG = LoggerFactory.getLogger(AuditService.class);

    private final Audit audit;
    private final Surroundings surroundings;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile Status status = new Status("none", null, null, 0, 0, "", null);
    private volatile boolean stopped;

    AuditService(Audit audit, Surroundings surroundings) {
        this.audit = audit;
        this.surroundings = surroundings;
    }

    /**
     * How it stands with the account that was asked for last.
     *
     * @param state {@code none} if none was, {@code running}, {@code done}, or {@code failed}
     * @param began when it was begun
     * @param ended when it ended
     * @param done how many key spaces are accounted for
     * @param spaces how many there are, 0 if that is not known yet
     * @param detail why it failed; empty if it did not
     * @param report what was found up to now
     */
    record Status(
            String state,
            @Nullable Instant began,
            @Nullable Instant ended,
            int done,
            int spaces,
            String detail,
            @Nullable AuditReport report) {}

    /** Begins an account, unless one is being taken. */
    void start() {
        if (!stopped && running.compareAndSet(false, true)) {
            Instant began = surroundings.time().instant();
            status = new Status("running", began, null, 0, 0, "", null);
            surroundings.tasks().fork("audit", () -> run(began));
        }
    }

    private void run(Instant began) {
        try {
            AuditReport report =
                    audit.run(
                            () -> !stopped,
                            progress ->
                                    status =
                                            new Status(
                                                    "running",
                                                    began,
                                                    null,
                                                    progress.done(),
                                                    progress.spaces(),
                                                    "",
                                                    progress.report()));
            end("done", began, "", report);
        } catch (RuntimeException e) {
            // A defect, which must not look like an account that goes on for ever.
            LOG.atError().setCause(e).log("the audit went wrong");
            end("failed", began, e.toString(), null);
        } finally {
            running.set(false);
        }
    }

    private void end(String state, Instant began, String detail, @Nullable AuditReport report) {
        Status last = status;
        status =
                new Status(
                        state,
                        began,
                        surroundings.time().instant(),
                        last.done(),
                        last.spaces(),
                        detail,
                        report);
    }

    Status status() {
        return status;
    }

    /** Breaks off what is being taken. */
    void stop() {
        stopped = true;
    }
}
