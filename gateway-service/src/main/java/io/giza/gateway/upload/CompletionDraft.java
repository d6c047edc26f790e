package io.giza.gateway.upload;

import io.giza.commit.Draft;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ConditionalDraft;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * The record of a completed upload, which several may append at once, and which must become one
 * version at most. A proposer knows all versions before the one it proposes; so it looks at each of
 * them that was written since the record was decided, and withdraws where it finds the record
 * there.
 */
final class CompletionDraft implements Draft {
    private final Cluster cluster;
    private final ObjectKey key;
    private final Completing completing;
    private final ConditionalDraft conditional;
    private long searchedUpTo;
    private Reason reason = new Unreadable();

    /** Why the record was withdrawn. */
    sealed interface Reason {}

    /** It is this version already. */
    record Written(long version) implements Reason {}

    /** The row was removed since it was decided. */
    record Removed() implements Reason {}

    /** Its condition does not hold. */
    record Refused(Failure failure) implements Reason {}

    /** Versions that were written meanwhile cannot be read. */
    record Unreadable() implements Reason {}

    CompletionDraft(
            Cluster cluster, ObjectKey key, Completing completing, ConditionalDraft conditional) {
        this.cluster = cluster;
        this.key = key;
        this.completing = completing;
        this.conditional = conditional;
        this.searchedUpTo = completing.after();
    }

    /** Returns why the record was withdrawn. */
    Reason reason() {
        return reason;
    }

    @Override
    public Optional<Value> proposalAfter(Row row) {
        if (row.generation() != completing.generation()) {
            reason = new Removed();
            return Optional.empty();
        }
        if (!isNew(row)) {
            return Optional.empty();
        }
        Optional<Value> proposal = conditional.proposalAfter(row);
        if (proposal.isEmpty()) {
            reason = new Refused(conditional.refusal());
        }
        return proposal;
    }

    /** Tells whether none of the versions that were not looked at yet is the record. */
    private boolean isNew(Row row) {
        Row longer = row;
        while (longer.firstHeld() > searchedUpTo + 1) {
            Optional<Row> older = cluster.metadata().reader().withOlderPage(key, longer);
            if (older.isEmpty()) {
                reason = new Unreadable();
                return false;
            }
            longer = older.get();
        }
        Optional<Entry> written =
                longer.from(searchedUpTo + 1).stream()
                        .filter(entry -> entry.value().isSame(completing.record()))
                        .findFirst();
        if (written.isPresent()) {
            reason = new Written(written.get().version());
            return false;
        }
        searchedUpTo = row.chosen();
        return true;
    }
}
