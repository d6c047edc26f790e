package io.giza.recovery;

import io.giza.concurrent.Surroundings;
import io.giza.recovery.audit.Audit;
import io.giza.recovery.audit.AuditReport;
import io.giza.recovery.audit.AuditStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Takes an account of everything when asked, one at a time, and keeps the last one. */
final class AuditService {
    private static final Logger LOG = LoggerFactory.getLogger(AuditService.class);

    private final Supplier<Audit> audit;
    private final Surroundings surroundings;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile AuditStatus status = AuditStatus.NONE;
    private volatile @Nullable AuditReport last;
    private volatile boolean stopped;

    /**
     * Makes a service.
     *
     * @param audit takes an account over the data centers of the epoch
     */
    AuditService(Supplier<Audit> audit, Surroundings surroundings) {
        this.audit = audit;
        this.surroundings = surroundings;
    }

    /** Shows as gauges what the last account found that is not as it should be. */
    void register(MeterRegistry registry) {
        for (String kind : AuditReport.FAULTS) {
            Gauge.builder("giza.audit.faults", this, each -> each.lastFaults(kind))
                    .description("What the last audit of this worker found, 0 before there was one")
                    .tag("kind", kind)
                    .register(registry);
        }
    }

    private double lastFaults(String kind) {
        AuditReport report = last;
        return report == null ? 0 : report.faults(kind);
    }

    /** Begins an account, unless one is being taken. */
    void start() {
        if (!stopped && running.compareAndSet(false, true)) {
            status = AuditStatus.NONE.withBegun(surroundings.time().instant());
            surroundings.tasks().fork("audit", this::run);
        }
    }

    private void run() {
        try {
            AuditReport report =
                    audit.get()
                            .run(
                                    () -> !stopped,
                                    progress -> status = status.withProgress(progress));
            last = report;
            end(AuditStatus.DONE, "", report);
        } catch (RuntimeException e) {
            // A defect, which must not look like an account that goes on for ever.
            LOG.atError().setCause(e).log("the audit went wrong");
            end(AuditStatus.FAILED, e.toString(), null);
        } finally {
            running.set(false);
        }
    }

    private void end(String state, String detail, @Nullable AuditReport report) {
        status = status.withEnded(state, surroundings.time().instant(), detail, report);
    }

    AuditStatus status() {
        return status;
    }

    /** Breaks off what is being taken. */
    void stop() {
        stopped = true;
    }
}
