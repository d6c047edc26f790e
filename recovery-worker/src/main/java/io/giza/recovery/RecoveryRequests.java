package io.giza.recovery;

import io.giza.hint.Hint;
import io.giza.http.server.RequestHandler;
import io.giza.model.DcName;
import io.giza.recovery.audit.AuditStatus;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.service.JsonRoutes;
import io.giza.service.WorkerReport;
import io.giza.topology.Members;
import io.giza.worker.JobStatus;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What operators ask a recovery worker. */
public class RecoveryRequests {
    /** GET: how it stands, as {@link Status}. */
    public static final String STATUS = "/internal/recovery/status";

    /** GET: how the stores of all data centers stand, as a list of {@link DcState}. */
    public static final String MEMBERS = "/internal/recovery/members";

    /** POST: compare the data centers now; answers with the state then. */
    public static final String CATCH_UP = "/internal/recovery/catch-up";

    /** POST: read and check all fragments now; answers with the state then. */
    public static final String SCRUB = "/internal/recovery/scrub";

    /**
     * GET: the state of the audit that was asked for last, as {@link AuditStatus}. POST: begin one
     * now, unless one is under way; answers likewise.
     */
    public static final String AUDIT = "/internal/recovery/audit";

    private final DcName dc;
    private final boolean enabled;
    private final Supplier<RecoveryWorker> worker;
    private final RecoveryTally tally;
    private final AuditService audits;

    RecoveryRequests(
            DcName dc,
            boolean enabled,
            Supplier<RecoveryWorker> worker,
            RecoveryTally tally,
            AuditService audits) {
        this.dc = dc;
        this.enabled = enabled;
        this.worker = worker;
        this.tally = tally;
        this.audits = audits;
    }

    /** Returns the paths and what answers them. */
    RequestHandler routes() {
        return new JsonRoutes()
                .get(STATUS, this::status)
                .get(MEMBERS, this::members)
                .post(CATCH_UP, this::catchUp)
                .post(SCRUB, this::scrub)
                .get(AUDIT, this::audit)
                .post(AUDIT, this::startAudit);
    }

    /**
     * What a worker did.
     *
     * @param dc where it runs
     * @param enabled whether it works at all
     * @param away the data centers that do not answer it
     * @param replacements the data centers that it fills just now, and how far
     * @param backlog how many versions it knows that lack fragments
     * @param missed the missed writes of data centers that are not repaired yet
     * @param jobs the state of each job here
     * @param counts what was done since it started
     */
    public record Status(
            String dc,
            boolean enabled,
            List<String> away,
            List<ReplacementStatus> replacements,
            long backlog,
            List<MissedKeys> missed,
            List<JobStatus> jobs,
            RecoveryCounts counts)
            implements WorkerReport {}

    /**
     * The writes that a data center missed.
     *
     * @param dc its name
     * @param keys the number of keys that are hinted by name
     * @param spaces the number of key spaces that are hinted as a whole
     */
    public record MissedKeys(String dc, long keys, long spaces) {}

    private static List<MissedKeys> missed(List<Hint> hints) {
        return hints.stream()
                .collect(Collectors.groupingBy(Hint::dc, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(each -> missed(each.getKey(), each.getValue()))
                .toList();
    }

    private static MissedKeys missed(DcName dc, List<Hint> hints) {
        return new MissedKeys(
                dc.value(),
                hints.stream().mapToLong(hint -> hint.writes().keys().size()).sum(),
                hints.stream().filter(hint -> hint.writes().isOfAll()).count());
    }

    /**
     * How the stores of a data center stand: {@code active}, {@code joining} until they are filled,
     * {@code silent}, {@code ahead} of this worker's topology, or {@code none}.
     *
     * @param dc its name
     * @param table its table
     * @param fragments its fragment store
     */
    public record DcState(String dc, String table, String fragments) {
        static DcState of(Members.Member member) {
            return new DcState(member.dc().value(), text(member.table()), text(member.fragments()));
        }

        private static String text(Members.Store store) {
            Members.State state = store.isJoining() ? Members.State.JOINING : store.state();
            return state.name().toLowerCase(Locale.ROOT);
        }
    }

    Status status() {
        return new Status(
                dc.value(),
                enabled,
                worker.get().away().stream().map(DcName::value).toList(),
                worker.get().replacements(),
                worker.get().backlog(),
                missed(worker.get().hints()),
                worker.get().status().stream().map(JobStatus::of).toList(),
                tally.counts());
    }

    List<DcState> members() {
        return worker.get().members().stream().map(DcState::of).toList();
    }

    Status catchUp() {
        worker.get().catchUp();
        return status();
    }

    Status scrub() {
        worker.get().scrub();
        return status();
    }

    AuditStatus audit() {
        return audits.status();
    }

    AuditStatus startAudit() {
        audits.start();
        return audits.status();
    }
}
