package io.giza.gateway.object;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectBody;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The fragments of one put, which stream out to the data centers as its body arrives. */
final class FragmentUpload implements AutoCloseable {
    private final Cluster cluster;
    private final PutAttempt attempt;
    private final long length;
    private final StripeLayout layout;
    private final List<DcName> placement;
    private final BodyUpload body;
    private final StripeWriter writer;

    /**
     * What is uploaded.
     *
     * @param size the object's bytes
     * @param stored the body as it is stored
     */
    record Source(long size, BodyUpload stored) {}

    FragmentUpload(
            Cluster cluster,
            PutAttempt attempt,
            Source source,
            StripeLayout layout,
            List<DcName> placement,
            StripeWriter writer) {
        this.cluster = cluster;
        this.attempt = attempt;
        this.length = source.size();
        this.layout = layout;
        this.placement = placement;
        this.body = source.stored();
        this.writer = writer;
    }

    /**
     * Sends the whole body and verifies it. No fragment is visible yet.
     *
     * @return what is to be recorded of the object; empty if too few data centers take fragments
     * @throws IOException if the client breaks off, or what came is not what was announced
     */
    Optional<Manifest> write() throws IOException {
        if (!body.writeTo(writer)) {
            writer.abort();
            return Optional.empty();
        }
        ObjectBody.Digests digests = body.finish();
        List<DcName> settled = writer.settlePlacement().stream().map(FragmentStore::dc).toList();
        var fragments =
                new Manifest.Fragmented(
                        attempt.account().name(),
                        layout.coding(),
                        attempt.account().stripeSize(),
                        cluster.versions().rules().placementToRecord(placement, settled),
                        needed());
        return Optional.of(
                attempt.manifest(
                        fragments, length, digests, cluster.surroundings().time().instant()));
    }

    /** Returns what the record says that the version needs: not what it certainly will lack. */
    private List<Integer> needed() {
        return cluster.manifests().writeFormat() < ManifestCodec.NEEDED_FORMAT
                ? List.of()
                : writer.expected();
    }

    /** Makes the fragments visible, and waits until they are durable enough. */
    UploadReport finish(Deadline deadline) {
        return writer.finish(deadline);
    }

    /** Does as {@link #finish} in a task of its own, whose report arrives in the inbox. */
    Inbox<UploadReport> finishInBackground(Deadline deadline) {
        Surroundings surroundings = cluster.surroundings();
        Inbox<UploadReport> reports = surroundings.tasks().inbox(1);
        surroundings
                .tasks()
                .fork("finish-" + attempt.id(), () -> reports.put(writer.finish(deadline)));
        return reports;
    }

    /** Has a task that waits for late fragments wait no longer. */
    void stopWaiting() {
        writer.stopWaiting();
    }

    /** Deletes the fragments of an attempt that is never going to be chosen. */
    void discard() {
        writer.settle(cluster.after(cluster.settings().grace()));
        writer.discard();
    }

    @Override
    public void close() {
        try {
            writer.close();
        } finally {
            body.close();
        }
    }
}
