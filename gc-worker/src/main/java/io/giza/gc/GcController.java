package io.giza.gc;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.worker.Shift;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What operators ask a garbage collection worker. */
@RestController
class GcController {
    static final String PREFIX = "/internal/gc";

    private final DcName dc;
    private final boolean enabled;
    private final GcWorker worker;
    private final GcTally tally;

    GcController(DcName dc, boolean enabled, GcWorker worker, GcTally tally) {
        this.dc = dc;
        this.enabled = enabled;
        this.worker = worker;
        this.tally = tally;
    }

    /**
     * What a worker did.
     *
     * @param dc where it runs
     * @param enabled whether it works at all
     * @param jobs how it stands with each job here
     * @param rows how many rows were found in which state since it started
     * @param fragments how many fragments likewise
     * @param lifecycle how many objects and uploads with a lifecycle likewise
     * @param expired how much of what kind was ended because it had expired
     * @param orphanBytes the bytes of the fragments among them that were removed
     */
    record Status(
            String dc,
            boolean enabled,
            List<JobStatus> jobs,
            Map<String, Long> rows,
            Map<String, Long> fragments,
            Map<String, Long> lifecycle,
            Map<String, Long> expired,
            long orphanBytes) {}

    /**
     * How it stands with a job here.
     *
     * @param job its name
     * @param state {@code elsewhere}, {@code waiting} or {@code running}
     * @param began when it began last, here
     * @param ended when it ended last, here
     * @param detail why it was not done to its end
     */
    record JobStatus(
            String job,
            String state,
            @Nullable Instant began,
            @Nullable Instant ended,
            String detail) {
        static JobStatus of(Shift.Status status) {
            String state = status.running() ? "running" : status.held() ? "waiting" : "elsewhere";
            return new JobStatus(
                    status.job(),
                    state,
                    status.began().orElse(null),
                    status.ended().orElse(null),
                    status.detail());
        }
    }

    @GetMapping(PREFIX + "/status")
    Status status() {
        return new Status(
                dc.value(),
                enabled,
                worker.status().stream().map(JobStatus::of).toList(),
                tally.rows(),
                tally.fragments(),
                tally.looked(),
                tally.expired(),
                tally.bytes());
    }

    /**
     * Says what sweeps over all buckets would end and delete now, and does nothing.
     *
     * @throws ReplicaException if the data center whose rows are looked at does not answer
     */
    @GetMapping(PREFIX + "/preview")
    GcPreview.Found preview() throws ReplicaException {
        return worker.preview();
    }

    /** Begins the sweeps that this worker has the leases on, and says how it stands then. */
    @PostMapping(PREFIX + "/sweep")
    Status sweep() {
        worker.call();
        return status();
    }
}
