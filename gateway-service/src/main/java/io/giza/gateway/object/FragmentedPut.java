package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.stripe.PutSpec;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.stripe.write.UploadReport.Verdict;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The story of a put whose data is coded: the body streams out to the data centers as it arrives.
 */
final class FragmentedPut {
    private final Cluster cluster;
    private final RecordCommit recordCommit;
    private final StripeBuffers buffers;

    FragmentedPut(Cluster cluster, RecordCommit recordCommit) {
        this.cluster = cluster;
        this.recordCommit = recordCommit;
        buffers = new StripeBuffers(cluster.surroundings().tasks(), cluster.settings().stripes());
    }

    /** Returns the memory of all puts, in bytes. */
    Budget memory() {
        return buffers.memory();
    }

    PutResult put(PutAttempt attempt, ObjectBody body) throws IOException {
        Account account = attempt.account();
        Coding coding = account.codingOf(body.length());
        List<DcName> placement = place(attempt.key(), account, coding);
        StripeLayout layout = new StripeLayout(coding, account.stripeSize(), body.length());
        Optional<StripeWriter> opened = openWriter(attempt, layout, placement);
        if (opened.isEmpty()) {
            return new Failure.Busy("other puts take all memory for stripes");
        }
        try (BodyUpload upload = new BodyUpload(cluster.surroundings(), body, layout);
                StripeWriter writer = opened.get()) {
            if (!upload.writeTo(writer)) {
                writer.abort();
                return new Failure.Unavailable("too few data centers take fragments");
            }
            ObjectBody.Digests digests = upload.finish();
            List<DcName> places =
                    cluster.versions()
                            .rules()
                            .placementToRecord(
                                    placement,
                                    writer.settlePlacement().stream()
                                            .map(FragmentStore::dc)
                                            .toList());
            Manifest manifest =
                    attempt.manifest(
                            new Manifest.Fragmented(
                                    account.name(),
                                    coding,
                                    account.stripeSize(),
                                    places,
                                    needed(writer)),
                            body.length(),
                            digests,
                            cluster.surroundings().time().instant());
            return finish(attempt, manifest, writer);
        }
    }

    /** Returns what the record says that the version needs: not what it certainly will lack. */
    private List<Integer> needed(StripeWriter writer) {
        return cluster.manifests().writeFormat() < ManifestCodec.NEEDED_FORMAT
                ? List.of()
                : writer.expected();
    }

    private List<DcName> place(ObjectKey key, Account account, Coding coding) {
        // Who fails to agree on metadata is likely to fail to store fragments, too.
        return Placement.of(
                key,
                coding,
                account.dataDcs(),
                cluster.continents(),
                dc -> cluster.dataSuspicion().isSuspect(dc) || cluster.suspicion().isSuspect(dc));
    }

    /** Returns the stores that get no fragment and are well, for those that turn out not to be. */
    private List<FragmentStore> spares(Account account, List<DcName> placement) {
        return account.dataDcs().stream()
                .filter(dc -> !placement.contains(dc))
                .filter(dc -> !cluster.dataSuspicion().isSuspect(dc))
                .map(this::store)
                .toList();
    }

    private boolean isAway(DcName dc) {
        return cluster.dataSuspicion().isAway(dc) || isUnresponsive(dc);
    }

    /** Of whom neither rows nor fragments are answered for is not merely late. */
    private boolean isUnresponsive(DcName dc) {
        return cluster.suspicion().isAway(dc) && cluster.dataSuspicion().isSuspect(dc);
    }

    private FragmentStore store(DcName dc) {
        return Objects.requireNonNull(cluster.fragments().get(dc));
    }

    private Optional<StripeWriter> openWriter(
            PutAttempt attempt, StripeLayout layout, List<DcName> placement) {
        List<FragmentStore> stores = placement.stream().map(this::store).toList();
        PutSpec.Stamp stamp =
                new PutSpec.Stamp(
                        attempt.account().name(),
                        attempt.start().fence(),
                        cluster.metadata().group().epoch());
        RequestSettings settings = cluster.settings();
        return StripeWriter.open(
                cluster.surroundings(),
                cluster.format(),
                buffers,
                new PutSpec(
                        attempt.key(),
                        attempt.id(),
                        stamp,
                        layout,
                        stores,
                        spares(attempt.account(), placement)),
                new UploadReport.Policy(
                        attempt.account().redundancy(),
                        this::isAway,
                        cluster.dataSuspicion()::stalled,
                        settings.grace(),
                        settings.stall()));
    }

    /** Makes the fragments durable and the record chosen, by default at the same time. */
    private PutResult finish(PutAttempt attempt, Manifest manifest, StripeWriter writer) {
        return switch (cluster.settings().recordOrder()) {
            case PARALLEL -> finishInParallel(attempt, manifest, writer);
            case SERIAL -> finishSerially(attempt, manifest, writer);
        };
    }

    /** This task agrees on the record, another ends the uploads. */
    private PutResult finishInParallel(PutAttempt attempt, Manifest manifest, StripeWriter writer) {
        Deadline deadline = cluster.after(cluster.settings().upload());
        Inbox<UploadReport> reports = cluster.surroundings().tasks().inbox(1);
        cluster.surroundings()
                .tasks()
                .fork("finish-" + attempt.id(), () -> reports.put(writer.finish(deadline)));
        ConditionalDraft draft = recordCommit.draft(attempt, manifest);
        long proposed = cluster.surroundings().time().nanos();
        CommitResult result = recordCommit.commit(attempt, draft);
        if (!(result instanceof CommitResult.Committed)) {
            writer.stopWaiting();
        }
        Optional<UploadReport> report = reports.take(deadline);
        boolean durable = report.filter(each -> each.verdict() == Verdict.ENOUGH).isPresent();
        return switch (result) {
            case CommitResult.Committed committed -> {
                if (!durable) {
                    yield new Failure.OutcomeUnknown("too few fragments are durable so far");
                }
                yield confirm(attempt, manifest, report.get(), committed, proposed);
            }
            case CommitResult.Unknown _, CommitResult.Repeated _ ->
                    // Offered: what is left of it is the cleaner's, which makes sure first.
                    recordCommit.notCommitted(attempt, draft, result);
            case CommitResult.Withdrawn _, CommitResult.Fenced _, CommitResult.Unavailable _ -> {
                // While the other task still ends the uploads, they are left for the cleaner.
                if (report.isPresent()) {
                    discard(writer);
                }
                yield recordCommit.notCommitted(attempt, draft, result);
            }
        };
    }

    /** The paper's baseline: the record is agreed on only once the fragments are durable. */
    private PutResult finishSerially(PutAttempt attempt, Manifest manifest, StripeWriter writer) {
        UploadReport report = writer.finish(cluster.after(cluster.settings().upload()));
        if (report.verdict() != Verdict.ENOUGH) {
            discard(writer);
            return new Failure.Unavailable("too few fragments are durable");
        }
        ConditionalDraft draft = recordCommit.draft(attempt, manifest);
        long proposed = cluster.surroundings().time().nanos();
        CommitResult result = recordCommit.commit(attempt, draft);
        return switch (result) {
            case CommitResult.Committed committed ->
                    confirm(attempt, manifest, report, committed, proposed);
            case CommitResult.Unknown _, CommitResult.Repeated _ ->
                    recordCommit.notCommitted(attempt, draft, result);
            case CommitResult.Withdrawn _, CommitResult.Fenced _, CommitResult.Unavailable _ -> {
                discard(writer);
                yield recordCommit.notCommitted(attempt, draft, result);
            }
        };
    }

    /** Acknowledges. What the object lacks then is remembered with its version and counted. */
    private PutResult confirm(
            PutAttempt attempt,
            Manifest manifest,
            UploadReport report,
            CommitResult.Committed committed,
            long proposed) {
        PutResult result = recordCommit.confirm(attempt, manifest, committed, proposed, report);
        if (result instanceof PutResult.Stored) {
            List<DcName> placement = placement(manifest);
            for (int index : report.lacking()) {
                cluster.versions().metrics().degraded(placement.get(index));
                if (isUnresponsive(placement.get(index))) {
                    cluster.dataSuspicion().stalled(placement.get(index));
                }
            }
        }
        return result;
    }

    private static List<DcName> placement(Manifest manifest) {
        return manifest.fragmented().orElseThrow().placement();
    }

    /** This attempt is never going to be chosen, so nobody needs its fragments. */
    private void discard(StripeWriter writer) {
        writer.settle(cluster.after(cluster.settings().grace()));
        writer.discard();
    }
}
