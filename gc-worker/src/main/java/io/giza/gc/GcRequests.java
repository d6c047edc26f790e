package io.giza.gc;

import io.giza.http.server.RequestHandler;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.service.JsonRoutes;
import io.giza.service.WorkerReport;
import io.giza.worker.JobStatus;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What operators ask a garbage collection worker. */
class GcRequests {
    /** GET: how it stands, as {@link Status}. */
    public static final String STATUS = "/internal/gc/status";

    /** GET: what sweeps would do now, as {@link GcPreview.Result}. */
    public static final String PREVIEW = "/internal/gc/preview";

    /** POST: sweep now; answers how it stands then. */
    public static final String SWEEP = "/internal/gc/sweep";

    private final DcName dc;
    private final boolean enabled;
    private final Supplier<GcWorker> worker;
    private final GcTally tally;

    GcRequests(DcName dc, boolean enabled, Supplier<GcWorker> worker, GcTally tally) {
        this.dc = dc;
        this.enabled = enabled;
        this.worker = worker;
        this.tally = tally;
    }

    /** Returns the paths and what answers them. */
    RequestHandler routes() {
        return new JsonRoutes()
                .get(STATUS, this::status)
                .get(PREVIEW, this::preview)
                .post(SWEEP, this::sweep);
    }

    /**
     * What a worker did.
     *
     * @param dc where it runs
     * @param enabled whether it works at all
     * @param jobs the state of each job here
     * @param clock why nothing is done by the time of its machine; empty if a quorum shares it
     * @param rows how many rows were found in which state since it started
     * @param fragments how many fragments likewise
     * @param lifecycle how many objects and uploads with a lifecycle likewise
     * @param expired how much of what kind was ended because it had expired
     * @param orphanBytes the bytes of the fragments among them that were removed
     */
    public record Status(
            String dc,
            boolean enabled,
            List<JobStatus> jobs,
            String clock,
            Map<String, Long> rows,
            Map<String, Long> fragments,
            Map<String, Long> lifecycle,
            Map<String, Long> expired,
            long orphanBytes)
            implements WorkerReport {}

    Status status() {
        return new Status(
                dc.value(),
                enabled,
                worker.get().status().stream().map(JobStatus::of).toList(),
                tally.clock().orElse(""),
                tally.rows(),
                tally.fragments(),
                tally.lifecycleOutcomes(),
                tally.expired(),
                tally.bytes());
    }

    /**
     * Says what sweeps over all buckets would end and delete now, and does nothing.
     *
     * @throws ReplicaException if the data center whose rows are looked at does not answer
     */
    GcPreview.Result preview() throws ReplicaException {
        return worker.get().preview();
    }

    /** Begins the sweeps that this worker has the leases on, and says how it stands then. */
    Status sweep() {
        worker.get().runNow();
        return status();
    }
}
