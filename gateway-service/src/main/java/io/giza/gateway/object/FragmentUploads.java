package io.giza.gateway.object;

import io.giza.erasure.StripeLayout;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.spool.Spool;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.Slowness;
import io.giza.stripe.PutSpec;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Begins the uploads of puts: where fragments go, and which memory they pass through. */
final class FragmentUploads {
    /** More uploads to a slow data center would only wait for each other. */
    private static final int MOST_TO_SLOW = 8;

    private final Cluster cluster;
    private final StripeBuffers buffers;
    private final Spool spool;

    FragmentUploads(Cluster cluster, StripeBuffers buffers, Spool spool) {
        this.cluster = cluster;
        this.buffers = buffers;
        this.spool = spool;
    }

    /**
     * Begins to upload the fragments of {@code body}, once its first stripe is there or comes fast,
     * and has memory; empty if others take all memory and all of the spool.
     *
     * @throws IOException if the client breaks off
     */
    Optional<FragmentUpload> open(PutAttempt attempt, ObjectBody body) throws IOException {
        Account account = attempt.account();
        ObjectBody stored = attempt.stored(body);
        Coding coding = account.codingOf(stored.length());
        StripeLayout layout = new StripeLayout(coding, account.stripeSize(), stored.length());
        BodyUpload upload =
                new BodyUpload(
                        cluster.surroundings(), spool, buffers, account.name(), stored, layout);
        Optional<FragmentUpload> opened = Optional.empty();
        try {
            if (upload.prepare()) {
                var source = new FragmentUpload.Source(body.length(), upload);
                opened = upload.open(patience -> open(attempt, layout, source, patience));
            }
            return opened;
        } finally {
            if (opened.isEmpty()) {
                upload.close();
            }
        }
    }

    private Optional<FragmentUpload> open(
            PutAttempt attempt,
            StripeLayout layout,
            FragmentUpload.Source source,
            Duration patience) {
        // Only now, when it is about to begin, does it matter who is away.
        List<DcName> placement = place(attempt.key(), attempt.account(), layout.coding());
        return openWriter(attempt, layout, placement, patience)
                .map(
                        writer ->
                                new FragmentUpload(
                                        cluster, attempt, source, layout, placement, writer));
    }

    /** Counts the fragments that an acknowledged object lacks, and who did not take them. */
    void countLacking(ObjectKey key, List<DcName> placement, UploadReport report) {
        for (int index : report.lacking()) {
            DcName dc = placement.get(index);
            cluster.versions().metrics().degraded(dc);
            cluster.metadata().group().missedWrites().missed(dc, key);
            if (isUnresponsive(dc)) {
                cluster.dataSuspicion().stalled(dc);
            }
        }
    }

    private List<DcName> place(ObjectKey key, Account account, Coding coding) {
        // Who fails to agree on metadata is likely to fail to store fragments, too.
        return Placement.of(
                key,
                coding,
                account.dataDcs(),
                cluster.continents(),
                dc -> isSuspect(dc) || cluster.suspicion().isSuspect(dc));
    }

    /** Whether fragments go to other data centers, as far as there are enough. */
    private boolean isSuspect(DcName dc) {
        return cluster.dataSuspicion().isSuspect(dc) || isSlow(dc);
    }

    private boolean isSlow(DcName dc) {
        return slowness().isSlow(dc);
    }

    private Slowness slowness() {
        return cluster.dataSuspicion().slowness();
    }

    /** Returns the stores that get no fragment and are well, for those that turn out not to be. */
    private List<FragmentStore> spares(Account account, List<DcName> placement) {
        return account.dataDcs().stream()
                .filter(dc -> !placement.contains(dc))
                .filter(dc -> !isSuspect(dc))
                .map(this::store)
                .toList();
    }

    private boolean isAway(DcName dc) {
        return cluster.dataSuspicion().isAway(dc) || isUnresponsive(dc);
    }

    /**
     * Returns the slow data center that the put may do without. All others of the object must be
     * well, and at least two, to compare it with. The account must allow it.
     */
    private Optional<UploadReport.Slow> slow(
            Account account, StripeLayout layout, List<DcName> placement) {
        Coding coding = layout.coding();
        List<DcName> unwell =
                placement.stream()
                        .filter(dc -> isSuspect(dc) || isAway(dc) || slowness().isFailing(dc))
                        .toList();
        boolean mayLack = account.redundancy().enoughWhileAway(coding) < coding.fragments();
        if (!mayLack || unwell.size() != 1 || coding.fragments() <= 2) {
            return Optional.empty();
        }
        DcName dc = unwell.getFirst();
        // A longer object may end after the slowness.
        boolean isLeftOut = layout.stripes() == 1 && slowness().underWay(dc) >= MOST_TO_SLOW;
        return Optional.of(dc)
                .filter(this::isSlow)
                .map(each -> new UploadReport.Slow(each, isLeftOut));
    }

    /** Of whom neither rows nor fragments are answered for is not merely late. */
    private boolean isUnresponsive(DcName dc) {
        return cluster.suspicion().isAway(dc) && cluster.dataSuspicion().isSuspect(dc);
    }

    private FragmentStore store(DcName dc) {
        return Objects.requireNonNull(cluster.fragments().get(dc));
    }

    private FragmentStore store(DcName dc, Optional<UploadReport.Slow> slow) {
        return slow.filter(each -> each.isLeftOut() && each.dc().equals(dc)).isPresent()
                ? new LeftOutStore(store(dc))
                : store(dc);
    }

    private Optional<StripeWriter> openWriter(
            PutAttempt attempt, StripeLayout layout, List<DcName> placement, Duration patience) {
        Optional<UploadReport.Slow> slow = slow(attempt.account(), layout, placement);
        List<FragmentStore> stores = placement.stream().map(dc -> store(dc, slow)).toList();
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
                        settings.stall(),
                        slowness(),
                        slow),
                patience);
    }
}
