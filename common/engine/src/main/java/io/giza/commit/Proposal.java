package io.giza.commit;

import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Instance;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * What a {@link Decider} is asked to decide: the version after the last one of {@code known}.
 *
 * @param key the row
 * @param epoch the proposer's topology epoch
 * @param known a row that knows the version before, at least the newest part of its log
 * @param own the value to propose, or null for a reader, who only finishes what others began
 * @param witness the row whose state each voter is to return, or null
 */
public record Proposal(
        ObjectKey key, long epoch, Row known, @Nullable Value own, @Nullable ObjectKey witness) {
    Instance instance() {
        return new Instance(epoch, known.generation(), known.chosen() + 1);
    }

    Optional<Value> ownValue() {
        return Optional.ofNullable(own);
    }
}
