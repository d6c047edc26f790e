package io.giza.gateway.object;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.UndecidedPut;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Row;
import io.giza.version.Abandonment;
import io.giza.version.VisibleRecord;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * Appends a record on its condition. Where a put is in its way that can be read, a record says that
 * it is visible. Of one whose gateway must be dead by its age, the fate is settled as a cleaner
 * would settle it, rather than waiting for one. A younger put is never given up: it may be about to
 * be acknowledged.
 *
 * <p>An earlier attempt of the same operation is in its way, too: only if it never can be read is
 * the operation done once more.
 */
public final class ConditionalCommit {
    private final Cluster cluster;
    private final Abandonment abandonment;

    public ConditionalCommit(Cluster cluster) {
        this.cluster = cluster;
        this.abandonment = new Abandonment(cluster.versions(), cluster.manifests().writeFormat());
    }

    /**
     * Appends the record of {@code draft}.
     *
     * @param start a row to start from, fresh or not
     * @param witness the row whose state voters are to return, or null
     */
    public CommitResult append(
            ObjectKey key, ConditionalDraft draft, Row start, @Nullable ObjectKey witness) {
        CommitResult result = appendOnce(key, draft, start, witness);
        // A draft must not append to its own row, so this waits until it withdrew.
        return result instanceof CommitResult.Withdrawn && settleBlockingPut(key, draft)
                ? appendOnce(key, draft, latest(key).orElse(start), witness)
                : result;
    }

    private CommitResult appendOnce(
            ObjectKey key, ConditionalDraft draft, Row start, @Nullable ObjectKey witness) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        return cluster.metadata().committer().append(key, draft, start, witness, deadline);
    }

    /** What was settled stands in no row that was seen before. */
    private Optional<Row> latest(ObjectKey key) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return cluster.metadata().reader().read(key, deadline)
                        instanceof VersionReader.Latest latest
                ? Optional.of(latest.row())
                : Optional.empty();
    }

    /**
     * Settles what made {@code draft} withdraw; false if that is no put that can be decided, or it
     * stays undecided.
     */
    public boolean settleBlockingPut(ObjectKey key, ConditionalDraft draft) {
        return draft.blockingPut().filter(put -> settle(key, put)).isPresent();
    }

    private boolean settle(ObjectKey key, UndecidedPut put) {
        return switch (put) {
            case UndecidedPut.Decodable(Row row, VersionId version) ->
                    switch (cluster.outcomes().decideVisible(key, row, version)) {
                        case VisibleRecord.Visible _, VisibleRecord.Deleted _ -> true;
                        case VisibleRecord.Undecided _ -> false;
                    };
            case UndecidedPut.Stalled(VersionId version) ->
                    switch (abandonment.settle(key, version)) {
                        case Abandonment.Visible _,
                                Abandonment.Deleted _,
                                Abandonment.Lost _,
                                Abandonment.NotApplicable _ ->
                                true;
                        case Abandonment.Undecided _ -> false;
                    };
        };
    }
}
