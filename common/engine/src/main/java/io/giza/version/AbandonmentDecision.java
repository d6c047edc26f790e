package io.giza.version;

import io.giza.commit.CommitResult;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

/**
 * The record that ends a put whose data never came: its deletion, decided right after a state of
 * the row in which nobody had seen the version.
 */
final class AbandonmentDecision {
    private final VersionAccess access;
    private final int writeFormat;

    /**
     * Runs over one cluster.
     *
     * @param writeFormat the format of the records that it decides
     */
    AbandonmentDecision(VersionAccess access, int writeFormat) {
        this.access = access;
        this.writeFormat = writeFormat;
    }

    /** Decides the deletion, unless the version was seen after all. */
    Abandonment.Outcome decide(ObjectKey key, Row row, VersionId version) {
        DeletionDraft draft =
                new DeletionDraft(
                        access,
                        key,
                        row,
                        new DeletionDraft.Request(
                                version,
                                OpId.random(access.surroundings().random()),
                                writeFormat,
                                access.rules().abandonmentReason(),
                                this::mayBeAbandoned));
        CommitResult result = draft.decide(row);
        return switch (result) {
            case CommitResult.Committed committed -> {
                recordAborted(key, committed.row(), version);
                yield new Abandonment.Deleted();
            }
            case CommitResult.Withdrawn _ -> notOffered(draft.versionState());
            case CommitResult.Repeated _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _,
                    CommitResult.Unknown _ ->
                    new Abandonment.Undecided("the deletion was not decided: " + result);
        };
    }

    private void recordAborted(ObjectKey key, Row row, VersionId version) {
        row.entry(version.version())
                .ifPresent(entry -> recordResolution(key, row, entry, Resolution.ABORTED));
    }

    private static Abandonment.Outcome notOffered(Fold.VersionState state) {
        return switch (state) {
            case Fold.Deleted _ -> new Abandonment.Deleted();
            case Fold.Live _, Fold.Superseded _ ->
                    new Abandonment.Undecided("the version was seen after all");
            case Fold.NoVersion _, Fold.NeedsOlder _ ->
                    new Abandonment.Undecided("the version is out of sight");
        };
    }

    /** Tells whether nothing in the row says that the version was seen. */
    boolean mayBeAbandoned(Fold.VersionState state) {
        return switch (state) {
            case Fold.Live(Entry entry) -> access.rules().mayAbandon(entry);
            case Fold.Superseded(Entry entry) -> access.rules().mayAbandon(entry);
            case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> false;
        };
    }

    /** Records in the rows what became of the version's data. */
    void recordResolution(ObjectKey key, Row row, Entry entry, Resolution resolution) {
        if (row.entry(entry.version()).isPresent()) {
            access.metadata().resolutions().record(key, row, entry.version(), resolution);
        } else {
            // It was read from older parts of a long log, where it is to stand as well.
            Entry resolved = new Entry(entry.version(), entry.value(), resolution);
            access.metadata().resolutions().record(key, row.generation(), resolved);
        }
    }
}
