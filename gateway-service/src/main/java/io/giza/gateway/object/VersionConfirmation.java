package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Moment;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.DeletionDraft;
import io.giza.version.PoisonAge;
import io.giza.version.VersionMetrics.Confirmation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the version of a put still stands once its uploads ended. A put that stood still may have
 * been given up meanwhile. Poison stops its uploads for {@link PoisonAge#MIN_AGE}; a put far
 * younger than that need not ask, an older one asks a quorum.
 */
final class VersionConfirmation {
    private final Cluster cluster;

    VersionConfirmation(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Tells whether the put may be acknowledged; called only after its uploads ended, since the
     * clock is read here.
     *
     * @param proposed when its record was proposed first
     * @param storedAt when its data was durable, by the clocks of the stores
     */
    boolean isStillLive(
            ObjectKey key,
            CommitResult.Committed committed,
            Moment proposed,
            Optional<Instant> storedAt) {
        var versions = cluster.versions();
        Duration confirmAfter = cluster.settings().confirmAfter();
        if (!versions.rules().mustConfirm(age(proposed, storedAt), confirmAfter)) {
            return true;
        }
        Row then = committed.row();
        VersionId version =
                new VersionId(
                        then.generation(),
                        committed.version(),
                        then.entry(committed.version()).orElseThrow().value().id());
        Confirmation outcome =
                versions.latest(key)
                        .map(now -> DeletionDraft.versionState(versions, key, now, version))
                        .map(
                                state ->
                                        switch (state) {
                                            // Another took its place, as it would have after its
                                            // success.
                                            case Fold.Live _, Fold.Superseded _ ->
                                                    Confirmation.STANDS;
                                            case Fold.Deleted _, Fold.NoVersion _ ->
                                                    Confirmation.DELETED;
                                            case Fold.NeedsOlder _ -> Confirmation.UNKNOWN;
                                        })
                        .orElse(Confirmation.UNKNOWN);
        versions.metrics().confirmed(outcome);
        return outcome == Confirmation.STANDS;
    }

    /**
     * A suspended machine's steady clock stands still, and its wall clock is wrong for seconds
     * after it resumes. The stores' clocks are independent of both.
     */
    private Duration age(Moment proposed, Optional<Instant> storedAt) {
        Duration own = cluster.versions().rules().age(proposed, cluster.surroundings().time());
        return storedAt.map(at -> Duration.between(proposed.wall(), at))
                .filter(stores -> stores.compareTo(own) > 0)
                .orElse(own);
    }
}
