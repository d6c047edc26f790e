package io.giza.gateway.version;

import io.giza.commit.Draft;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * The draft of an attempt, withdrawn if another attempt of its operation is found in the state that
 * it would follow: acceptors know the records of attempts, but not their refusals.
 */
public final class SearchedDraft implements Draft {
    private final Draft draft;
    private final EarlierAttempts earlier;
    private EarlierAttempts.Finding finding = new EarlierAttempts.NotFound();

    public SearchedDraft(Draft draft, EarlierAttempts earlier) {
        this.draft = draft;
        this.earlier = earlier;
    }

    /** Returns the finding of the last search. */
    public EarlierAttempts.Finding finding() {
        return finding;
    }

    @Override
    public Optional<Value> proposalAfter(Row row) {
        finding = earlier.search(row);
        return finding instanceof EarlierAttempts.NotFound
                ? draft.proposalAfter(row)
                : Optional.empty();
    }

    @Override
    public Optional<Resolution> resolution() {
        return draft.resolution();
    }
}
